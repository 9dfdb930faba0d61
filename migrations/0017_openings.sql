CREATE TABLE `openings` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`image_keys` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `openings_seller` ON `openings` (`seller_id`);--> statement-breakpoint
CREATE INDEX `openings_age` ON `openings` (`created_at`);
--> statement-breakpoint
-- Until now an auction whose room was about to open had a row of `auctions` in the phase `pending`.
INSERT INTO `openings` SELECT `id`, `seller_id`, `image_keys`, `created_at` FROM `auctions` WHERE `phase` = 'pending';
--> statement-breakpoint
DELETE FROM `auctions` WHERE `phase` = 'pending';
