-- Rows that go with a person or an auction, and were found by reading their whole table.
CREATE INDEX `blocks_person` ON `blocks` (`person_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`auction_id`);--> statement-breakpoint
CREATE INDEX `watches_auction` ON `watches` (`auction_id`);