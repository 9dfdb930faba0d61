-- The report on shill bidding reads the bids of a time.
CREATE INDEX `bids_placed` ON `bids` (`placed_at`);
