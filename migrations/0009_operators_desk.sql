-- The operator's desk: lists of people, acts and categories in the order in which admins page through them, categories
-- that were merged, and the last run of the sweep.
CREATE TABLE `sweep_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`failed` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `categories` ADD `merged_into` text;--> statement-breakpoint
CREATE INDEX `categories_merged` ON `categories` (`merged_into`) WHERE merged_into IS NOT NULL;--> statement-breakpoint
CREATE INDEX `moderation_acts_target` ON `moderation_acts` (`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `moderation_acts_actor` ON `moderation_acts` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `moderation_acts_act` ON `moderation_acts` (`act`,`id`);--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`created_at`,`id`) WHERE role = 'Admin';--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`created_at`,`id`) WHERE suspended_at IS NOT NULL;