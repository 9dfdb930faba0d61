-- How often an auction that expires is listed again by itself (decision 69). The index has the few that are due.
CREATE TABLE `relist_plans` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`times` integer NOT NULL,
	`most` integer NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `relist_plans_due` ON `relist_plans` (`due_at`) WHERE due_at IS NOT NULL;