CREATE TABLE `archived_bids` (
	`auction_id` text NOT NULL,
	`bidder_id` text NOT NULL,
	`bids` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`first_placed_at` integer NOT NULL,
	`last_placed_at` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `bidder_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `archived_bids_bidder` ON `archived_bids` (`bidder_id`,`last_placed_at`,`auction_id`);