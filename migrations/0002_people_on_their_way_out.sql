-- The sweep looks each minute for account deletions that were interrupted: there are hardly ever any.
CREATE INDEX `users_leaving` ON `users` (`deleted_at`) WHERE `deleted_at` IS NOT NULL;
