CREATE TABLE `invoices` (
	`deal_id` text PRIMARY KEY NOT NULL,
	`auction_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`number` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`title` text NOT NULL,
	`currency` text NOT NULL,
	`price_minor` integer NOT NULL,
	`shipping_minor` integer NOT NULL,
	`buyer_name` text,
	`seller_name` text,
	`buyer_address` text,
	`seller_address` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`seller_id`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_buyer` ON `invoices` (`buyer_id`,`paid_at`,`deal_id`);