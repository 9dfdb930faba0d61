CREATE TABLE `rating_reports` (
	`rating_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`rating_id`, `reporter_id`)
);
--> statement-breakpoint
CREATE INDEX `rating_reports_reporter` ON `rating_reports` (`reporter_id`,`rating_id`);--> statement-breakpoint
CREATE INDEX `rating_reports_open` ON `rating_reports` (`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`deal_id` text NOT NULL,
	`auction_id` text NOT NULL,
	`side` text NOT NULL,
	`rater_id` text NOT NULL,
	`rated_id` text NOT NULL,
	`stars` integer NOT NULL,
	`text` text NOT NULL,
	`rated_at` integer NOT NULL,
	`shown_at` integer NOT NULL,
	`reply` text,
	`replied_at` integer,
	`hidden_reason` text,
	`reply_hidden_reason` text,
	`notice_due_at` integer
);
--> statement-breakpoint
CREATE INDEX `ratings_rated` ON `ratings` (`rated_id`,`side`,`shown_at`,`id`);--> statement-breakpoint
CREATE INDEX `ratings_rater` ON `ratings` (`rater_id`,`id`);--> statement-breakpoint
CREATE INDEX `ratings_due` ON `ratings` (`notice_due_at`) WHERE notice_due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ratings_hidden` ON `ratings` (`rated_at`) WHERE coalesce(hidden_reason, reply_hidden_reason) IS NOT NULL;