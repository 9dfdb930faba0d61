CREATE TABLE `question_reports` (
	`question_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`question_id`, `reporter_id`)
);
--> statement-breakpoint
CREATE INDEX `question_reports_reporter` ON `question_reports` (`reporter_id`,`question_id`);--> statement-breakpoint
CREATE INDEX `question_reports_open` ON `question_reports` (`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`auction_id` text NOT NULL,
	`asker_id` text NOT NULL,
	`text` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`hidden_reason` text,
	`answer_hidden_reason` text,
	`notice_due_at` integer,
	`notice_up_to` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `questions_auction` ON `questions` (`auction_id`,`asked_at`,`id`);--> statement-breakpoint
CREATE INDEX `questions_asker` ON `questions` (`asker_id`,`auction_id`);--> statement-breakpoint
CREATE INDEX `questions_due` ON `questions` (`notice_due_at`) WHERE notice_due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `questions_hidden` ON `questions` (`asked_at`) WHERE coalesce(hidden_reason, answer_hidden_reason) IS NOT NULL;