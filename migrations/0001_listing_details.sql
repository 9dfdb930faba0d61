ALTER TABLE `auctions` ADD `details` text;--> statement-breakpoint
CREATE INDEX `auctions_condition` ON `auctions` (("details" ->> '$.condition'),`phase`,`ends_at`,`id`) WHERE details IS NOT NULL;