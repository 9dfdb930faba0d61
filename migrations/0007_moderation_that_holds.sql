-- What admins may do beside hiding a listing and suspending a person: void an auction, hide a name or a category. All of
-- it is null for every row of before: nothing was voided or hidden then.
ALTER TABLE `auctions` ADD `voided_reason` text;--> statement-breakpoint
ALTER TABLE `categories` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `hidden_first_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `hidden_last_name` text;--> statement-breakpoint
CREATE INDEX `users_hidden_names` ON `users` (`created_at`) WHERE hidden_first_name IS NOT NULL;