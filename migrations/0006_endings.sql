CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_deletions_age` ON `account_deletions` (`begun_at`);--> statement-breakpoint
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`people_up_to` text NOT NULL,
	`auctions_up_to` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `session_ends` (
	`session_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `session_ends_user` ON `session_ends` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_ends_age` ON `session_ends` (`at`);