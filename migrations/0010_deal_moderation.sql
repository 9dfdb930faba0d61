CREATE TABLE `deal_note_reports` (
	`deal_id` text NOT NULL,
	`seq` integer NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`deal_id`, `seq`, `reporter_id`)
);
--> statement-breakpoint
CREATE INDEX `deal_note_reports_reporter` ON `deal_note_reports` (`reporter_id`,`deal_id`,`seq`);--> statement-breakpoint
CREATE INDEX `deal_note_reports_open` ON `deal_note_reports` (`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
ALTER TABLE `deal_notes` ADD `hidden_reason` text;--> statement-breakpoint
CREATE INDEX `deal_notes_hidden` ON `deal_notes` (`deal_id`) WHERE hidden_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_disputed` ON `deals` (`changed_at`,`id`) WHERE dispute_side IS NOT NULL;