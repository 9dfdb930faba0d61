CREATE TABLE `auctions` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`category_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`image_keys` text NOT NULL,
	`currency` text NOT NULL,
	`increments` text NOT NULL,
	`starting_price_minor` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`min_next_minor` integer NOT NULL,
	`bid_count` integer NOT NULL,
	`leader_id` text,
	`winner_id` text,
	`phase` text NOT NULL,
	`created_at` integer NOT NULL,
	`scheduled_ends_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`extensions` integer NOT NULL,
	`closed_at` integer,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auctions_newest` ON `auctions` (`phase`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_ending` ON `auctions` (`phase`,`ends_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_price` ON `auctions` (`phase`,`price_minor`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_bids` ON `auctions` (`phase`,`bid_count`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_newest` ON `auctions` (`category_id`,`phase`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_ending` ON `auctions` (`category_id`,`phase`,`ends_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_price` ON `auctions` (`category_id`,`phase`,`price_minor`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_bids` ON `auctions` (`category_id`,`phase`,`bid_count`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_seller` ON `auctions` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `auctions_winner` ON `auctions` (`winner_id`,`closed_at`);--> statement-breakpoint
CREATE INDEX `auctions_leader` ON `auctions` (`leader_id`,`phase`);--> statement-breakpoint
CREATE TABLE `bids` (
	`id` text PRIMARY KEY NOT NULL,
	`auction_id` text NOT NULL,
	`bidder_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`auto` integer NOT NULL,
	`edited` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bids_auction` ON `bids` (`auction_id`,`seq`);--> statement-breakpoint
CREATE INDEX `bids_bidder` ON `bids` (`bidder_id`,`placed_at`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`position` integer,
	`created_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (lower("name"));--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`password_hash` text,
	`google_issuer` text,
	`google_subject` text,
	`image_key` text,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google` ON `users` (`google_issuer`,`google_subject`);--> statement-breakpoint
CREATE TABLE `watches` (
	`user_id` text NOT NULL,
	`auction_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `auction_id`)
);
