-- Block lists, reports, what admins did and why, where bids came from, suspended people and those who bid under a number.
CREATE TABLE `bid_traces` (
	`auction_id` text NOT NULL,
	`person_id` text NOT NULL,
	`network` text NOT NULL,
	`device` text NOT NULL,
	`session` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `person_id`, `network`, `device`, `session`)
);
--> statement-breakpoint
CREATE INDEX `bid_traces_person` ON `bid_traces` (`person_id`);--> statement-breakpoint
CREATE INDEX `bid_traces_network` ON `bid_traces` (`network`,`person_id`);--> statement-breakpoint
CREATE INDEX `bid_traces_device` ON `bid_traces` (`device`,`person_id`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`seller_id` text NOT NULL,
	`person_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`seller_id`, `person_id`)
);
--> statement-breakpoint
CREATE TABLE `moderation_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`act` text NOT NULL,
	`target_id` text NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`auction_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`auction_id`, `reporter_id`)
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `anonymous` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- What was done stays on record: rows are added and never changed.
CREATE TRIGGER `moderation_acts_stay` BEFORE UPDATE ON `moderation_acts` BEGIN
  SELECT RAISE(ABORT, 'moderation acts are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `moderation_acts_last` BEFORE DELETE ON `moderation_acts` BEGIN
  SELECT RAISE(ABORT, 'moderation acts are only added');
END;
