-- Drafts of listings, and which expired auctions were listed again.
CREATE TABLE `drafts` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`fields` text NOT NULL,
	`image_keys` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `relistings` (
	`old_id` text PRIMARY KEY NOT NULL,
	`new_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relistings_new` ON `relistings` (`new_id`);