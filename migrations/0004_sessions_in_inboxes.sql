DROP TABLE `session_ends`;--> statement-breakpoint
DROP TABLE `sessions`;