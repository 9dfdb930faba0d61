CREATE TABLE `__new_bids` (
	`placed_seq` integer NOT NULL,
	`auction_id` text NOT NULL,
	`id` text GENERATED ALWAYS AS (auction_id || '-' || placed_seq) VIRTUAL NOT NULL,
	`bidder_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`auto` integer NOT NULL,
	`edited` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `placed_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_bids`("placed_seq", "auction_id", "bidder_id", "amount_minor", "auto", "edited", "withdrawn", "placed_at", "seq") SELECT CAST(substr("id", length("auction_id") + 2) AS integer), "auction_id", "bidder_id", "amount_minor", "auto", "edited", "withdrawn", "placed_at", "seq" FROM `bids`;--> statement-breakpoint
DROP TABLE `bids`;--> statement-breakpoint
ALTER TABLE `__new_bids` RENAME TO `bids`;--> statement-breakpoint
CREATE INDEX `bids_bidder` ON `bids` (`bidder_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `bids_placed` ON `bids` (`placed_at`);