-- When bidding begins, for auctions that start later: lists of a status go by it, and the index finds those to come. And how long
-- the soft-close window is, for sellers who edit their terms: null in rows of before until their rooms' next fact.
ALTER TABLE `auctions` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `auctions` ADD `window_ms` integer;--> statement-breakpoint
CREATE INDEX `auctions_upcoming` ON `auctions` (`phase`,`starts_at`,`id`) WHERE starts_at IS NOT NULL;