CREATE TABLE `addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deal_events` (
	`deal_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`maker` text NOT NULL,
	`fact` text NOT NULL,
	PRIMARY KEY(`deal_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `deal_notes` (
	`deal_id` text NOT NULL,
	`seq` integer NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`deal_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`auction_id` text NOT NULL,
	`chance` integer NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`price_minor` integer NOT NULL,
	`details` text,
	`payment_ms` integer NOT NULL,
	`events` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer,
	`cancel_side` text,
	`dispute_side` text,
	`opened_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer,
	`unpaid_at` integer,
	`notified` integer NOT NULL,
	`remind_at` integer,
	`release_due` integer NOT NULL,
	`address` text,
	`carrier` text,
	`tracking_number` text,
	`erased_at` integer
);
--> statement-breakpoint
CREATE INDEX `deals_auction` ON `deals` (`auction_id`,`chance`);--> statement-breakpoint
CREATE INDEX `deals_buyer` ON `deals` (`buyer_id`,`changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_seller` ON `deals` (`seller_id`,`changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_due` ON `deals` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_reminders` ON `deals` (`remind_at`) WHERE remind_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_unnotified` ON `deals` (`changed_at`) WHERE notified < events;--> statement-breakpoint
CREATE INDEX `deals_release` ON `deals` (`changed_at`) WHERE release_due;--> statement-breakpoint
CREATE INDEX `deals_unpaid` ON `deals` (`buyer_id`,`unpaid_at`) WHERE unpaid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_texts` ON `deals` (`ended_at`) WHERE ended_at IS NOT NULL AND erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `deals_state` ON `deals` (`state`,`changed_at`,`id`);--> statement-breakpoint
CREATE TABLE `payment_instructions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`instructions` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `bidding_stopped_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `unpaid_forgiven_at` integer;
--> statement-breakpoint
CREATE TRIGGER `deal_events_fixed` BEFORE UPDATE ON `deal_events` BEGIN
  SELECT RAISE(ABORT, 'deal events are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `deal_events_last` BEFORE DELETE ON `deal_events` BEGIN
  SELECT RAISE(ABORT, 'deal events are only added');
END;
