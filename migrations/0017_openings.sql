CREATE TABLE `openings` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`image_keys` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `openings_seller` ON `openings` (`seller_id`);--> statement-breakpoint
CREATE INDEX `openings_age` ON `openings` (`created_at`);