CREATE TABLE `finished_sales` (
	`auction_id` text NOT NULL,
	`person_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `finished_sales_person` ON `finished_sales` (`person_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_proven_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `finished_sale_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `trust` text;--> statement-breakpoint
-- Google had proven these addresses, and a later change of one needed a link.
UPDATE `users` SET `email_proven_at` = `created_at` WHERE `google_subject` IS NOT NULL;
