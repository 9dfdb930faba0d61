-- Lists show whether a hidden reserve is met and a buy now price; the reserve itself is for its seller's own list. The partial
-- index finds auctions that ended below their reserve among those without a bid.
ALTER TABLE `auctions` ADD `buy_now_minor` integer;--> statement-breakpoint
ALTER TABLE `auctions` ADD `reserve_minor` integer;--> statement-breakpoint
ALTER TABLE `auctions` ADD `reserve_met` integer;--> statement-breakpoint
CREATE INDEX `auctions_unmet` ON `auctions` (`phase`,`bid_count`,`id`) WHERE reserve_met = 0;