CREATE TABLE `account_deletions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_deletions_age` ON `account_deletions` (`begun_at`);--> statement-breakpoint
CREATE TABLE `addresses` (
	`user_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `admin_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`target_id` text NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_actions_target` ON `admin_actions` (`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `admin_actions_actor` ON `admin_actions` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `admin_actions_action` ON `admin_actions` (`action`,`id`);--> statement-breakpoint
CREATE TABLE `archived_bids` (
	`auction_id` text NOT NULL,
	`bidder_id` text NOT NULL,
	`bids` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`first_placed_at` integer NOT NULL,
	`last_placed_at` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `bidder_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `archived_bids_bidder` ON `archived_bids` (`bidder_id`,`last_placed_at`,`auction_id`);--> statement-breakpoint
CREATE TABLE `auctions` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`category_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`image_keys` text NOT NULL,
	`currency` text NOT NULL,
	`increments` text NOT NULL,
	`starting_price_minor` integer NOT NULL,
	`price_minor` integer NOT NULL,
	`min_next_minor` integer NOT NULL,
	`bid_count` integer NOT NULL,
	`leader_id` text,
	`winner_id` text,
	`phase` text NOT NULL,
	`voided_reason` text,
	`created_at` integer NOT NULL,
	`starts_at` integer,
	`scheduled_ends_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`extensions` integer NOT NULL,
	`window_ms` integer NOT NULL,
	`buy_now_minor` integer,
	`details` text,
	`reserve_minor` integer,
	`reserve_met` integer,
	`closed_at` integer,
	`changed_at` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auctions_newest` ON `auctions` (`phase`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_ending` ON `auctions` (`phase`,`ends_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_upcoming` ON `auctions` (`phase`,`starts_at`,`id`) WHERE starts_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `auctions_price` ON `auctions` (`phase`,`price_minor`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_bids` ON `auctions` (`phase`,`bid_count`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_newest` ON `auctions` (`category_id`,`phase`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_ending` ON `auctions` (`category_id`,`phase`,`ends_at`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_price` ON `auctions` (`category_id`,`phase`,`price_minor`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_category_bids` ON `auctions` (`category_id`,`phase`,`bid_count`,`id`);--> statement-breakpoint
CREATE INDEX `auctions_unmet` ON `auctions` (`phase`,`bid_count`,`id`) WHERE reserve_met = 0;--> statement-breakpoint
CREATE INDEX `auctions_condition` ON `auctions` (("details" ->> '$.condition'),`phase`,`ends_at`,`id`) WHERE details IS NOT NULL;--> statement-breakpoint
CREATE INDEX `auctions_seller` ON `auctions` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `auctions_winner` ON `auctions` (`winner_id`,`closed_at`);--> statement-breakpoint
CREATE INDEX `auctions_voided` ON `auctions` (`leader_id`) WHERE voided_reason IS NOT NULL;--> statement-breakpoint
CREATE TABLE `bid_origins` (
	`auction_id` text NOT NULL,
	`person_id` text NOT NULL,
	`network` text NOT NULL,
	`device` text NOT NULL,
	`session` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `person_id`, `network`, `device`, `session`)
);
--> statement-breakpoint
CREATE INDEX `bid_origins_person` ON `bid_origins` (`person_id`);--> statement-breakpoint
CREATE INDEX `bid_origins_network` ON `bid_origins` (`network`,`person_id`);--> statement-breakpoint
CREATE INDEX `bid_origins_device` ON `bid_origins` (`device`,`person_id`);--> statement-breakpoint
CREATE TABLE `bids` (
	`placed_seq` integer NOT NULL,
	`auction_id` text NOT NULL,
	`id` text GENERATED ALWAYS AS (auction_id || '-' || placed_seq) VIRTUAL NOT NULL,
	`bidder_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`auto` integer NOT NULL,
	`edited` integer NOT NULL,
	`withdrawn` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`auction_id`, `placed_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `bids_bidder` ON `bids` (`bidder_id`,`placed_at`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`seller_id` text NOT NULL,
	`person_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`seller_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `blocks_person` ON `blocks` (`person_id`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`position` integer,
	`created_by` text,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	`merged_into` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (lower("name"));--> statement-breakpoint
CREATE INDEX `categories_merged` ON `categories` (`merged_into`) WHERE merged_into IS NOT NULL;--> statement-breakpoint
CREATE TABLE `deal_events` (
	`deal_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`maker` text NOT NULL,
	`fact` text NOT NULL,
	PRIMARY KEY(`deal_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `deal_notes` (
	`deal_id` text NOT NULL,
	`seq` integer NOT NULL,
	`text` text NOT NULL,
	`hidden_reason` text,
	PRIMARY KEY(`deal_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deal_notes_hidden` ON `deal_notes` (`deal_id`) WHERE hidden_reason IS NOT NULL;--> statement-breakpoint
CREATE TABLE `deals` (
	`id` text PRIMARY KEY NOT NULL,
	`auction_id` text NOT NULL,
	`chance` integer NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`price_minor` integer NOT NULL,
	`details` text,
	`payment_ms` integer NOT NULL,
	`events` integer NOT NULL,
	`state` text NOT NULL,
	`due_at` integer,
	`cancel_side` text,
	`dispute_side` text,
	`opened_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer,
	`unpaid_at` integer,
	`notified` integer NOT NULL,
	`remind_at` integer,
	`release_due` integer NOT NULL,
	`delivery` text,
	`address` text,
	`carrier` text,
	`tracking_number` text,
	`erased_at` integer
);
--> statement-breakpoint
CREATE INDEX `deals_auction` ON `deals` (`auction_id`,`chance`);--> statement-breakpoint
CREATE INDEX `deals_buyer` ON `deals` (`buyer_id`,`changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_seller` ON `deals` (`seller_id`,`changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_due` ON `deals` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_reminders` ON `deals` (`remind_at`) WHERE remind_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_unnotified` ON `deals` (`changed_at`) WHERE notified < events;--> statement-breakpoint
CREATE INDEX `deals_release` ON `deals` (`changed_at`) WHERE release_due;--> statement-breakpoint
CREATE INDEX `deals_unpaid` ON `deals` (`buyer_id`,`unpaid_at`) WHERE unpaid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deals_texts` ON `deals` (`ended_at`) WHERE ended_at IS NOT NULL AND erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `deals_state` ON `deals` (`state`,`changed_at`,`id`);--> statement-breakpoint
CREATE INDEX `deals_disputed` ON `deals` (`changed_at`,`id`) WHERE dispute_side IS NOT NULL;--> statement-breakpoint
CREATE TABLE `drafts` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`fields` text NOT NULL,
	`image_keys` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_link` ON `email_changes` (`id`);--> statement-breakpoint
CREATE INDEX `email_changes_expiry` ON `email_changes` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `invoices_buyer` ON `invoices` (`buyer_id`,`paid_at`,`deal_id`);--> statement-breakpoint
CREATE TABLE `openings` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`image_keys` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `openings_seller` ON `openings` (`seller_id`);--> statement-breakpoint
CREATE INDEX `openings_age` ON `openings` (`created_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`device` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payment_instructions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`instructions` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE INDEX `questions_hidden` ON `questions` (`asked_at`) WHERE coalesce(hidden_reason, answer_hidden_reason) IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `ratings_hidden` ON `ratings` (`rated_at`) WHERE coalesce(hidden_reason, reply_hidden_reason) IS NOT NULL;--> statement-breakpoint
CREATE TABLE `relist_plans` (
	`auction_id` text PRIMARY KEY NOT NULL,
	`times` integer NOT NULL,
	`most` integer NOT NULL,
	`due_at` integer
);
--> statement-breakpoint
CREATE INDEX `relist_plans_due` ON `relist_plans` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `relistings` (
	`old_id` text PRIMARY KEY NOT NULL,
	`new_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relistings_new` ON `relistings` (`new_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`kind`, `subject_id`, `reporter_id`)
);
--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`kind`,`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`people_up_to` text NOT NULL,
	`auctions_up_to` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sweep_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`failed` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `used_sign_in_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_sign_in_tokens_expiry` ON `used_sign_in_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`password_hash` text,
	`google_issuer` text,
	`google_subject` text,
	`image_key` text,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`suspended_at` integer,
	`hidden_first_name` text,
	`hidden_last_name` text,
	`search_name` text NOT NULL,
	`anonymous` integer DEFAULT false NOT NULL,
	`email_verified_at` integer,
	`finished_sale_at` integer,
	`trust` text,
	`bidding_stopped_at` integer,
	`unpaid_forgiven_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google` ON `users` (`google_issuer`,`google_subject`);--> statement-breakpoint
CREATE INDEX `users_hidden_names` ON `users` (`created_at`) WHERE hidden_first_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`created_at`,`id`) WHERE role = 'Admin';--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`created_at`,`id`) WHERE suspended_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `watches` (
	`user_id` text NOT NULL,
	`auction_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `auction_id`)
);
--> statement-breakpoint
CREATE INDEX `watches_auction` ON `watches` (`auction_id`);
--> statement-breakpoint
-- drizzle-kit generates everything above from worker/db/schema.ts. It can't generate the rest.
--
-- The eight categories that every deployment starts with.
INSERT INTO categories (id, name, description, position, created_at) VALUES
  ('art-collectibles', 'Art & Collectibles', 'Paintings, prints, sculpture and things worth keeping', 1, 0),
  ('jewelry-watches', 'Jewelry & Watches', 'Fine jewellery, wristwatches and pocket watches', 2, 0),
  ('vehicles', 'Vehicles', 'Cars, motorcycles, bicycles and boats', 3, 0),
  ('real-estate', 'Real Estate', 'Homes, land and places to stay', 4, 0),
  ('fashion', 'Fashion', 'Clothing, bags, shoes and accessories', 5, 0),
  ('electronics', 'Electronics', 'Cameras, audio, computers and instruments', 6, 0),
  ('gaming', 'Gaming', 'Consoles, cartridges, boards and cards', 7, 0),
  ('antiques', 'Antiques', 'Furniture, clocks, ceramics and silver of an earlier age', 8, 0);
--> statement-breakpoint
-- Admin actions stay on record. Rows are added, and never changed or deleted.
CREATE TRIGGER `admin_actions_stay` BEFORE UPDATE ON `admin_actions` BEGIN
  SELECT RAISE(ABORT, 'admin actions are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `admin_actions_last` BEFORE DELETE ON `admin_actions` BEGIN
  SELECT RAISE(ABORT, 'admin actions are only added');
END;
--> statement-breakpoint
-- Deal events stay on record, too.
CREATE TRIGGER `deal_events_fixed` BEFORE UPDATE ON `deal_events` BEGIN
  SELECT RAISE(ABORT, 'deal events are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `deal_events_last` BEFORE DELETE ON `deal_events` BEGIN
  SELECT RAISE(ABORT, 'deal events are only added');
END;
--> statement-breakpoint
-- Searches compare normalized texts. SQL cannot normalize them, so the Worker does, for each row of
-- `auctions_to_index`. Until then a search compares a listing's texts nearly as written.
CREATE TABLE auctions_titles (place INTEGER PRIMARY KEY, title TEXT NOT NULL);
--> statement-breakpoint
CREATE TABLE auctions_to_index (place INTEGER PRIMARY KEY);
--> statement-breakpoint
-- The index for "title contains". Like `auctions_words`, it stores no texts. Titles are in `auctions_titles`.
CREATE VIRTUAL TABLE auctions_search USING fts5(title, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
-- The index for word prefixes. Normalized text separates words only by spaces, so the `ascii` tokenizer is enough.
CREATE VIRTUAL TABLE auctions_words USING fts5(title, description, joined, content = '', contentless_delete = 1, tokenize = 'ascii');
--> statement-breakpoint
CREATE TRIGGER auctions_texts_insert AFTER INSERT ON auctions BEGIN
  INSERT INTO auctions_titles (place, title) VALUES (new.rowid, ' ' || lower(new.title) || ' ');
  INSERT INTO auctions_search (rowid, title) VALUES (new.rowid, ' ' || lower(new.title) || ' ');
  INSERT INTO auctions_words (rowid, title, description, joined) VALUES (new.rowid, new.title, new.description, '');
  INSERT INTO auctions_to_index (place) VALUES (new.rowid);
END;
--> statement-breakpoint
CREATE TRIGGER auctions_texts_delete AFTER DELETE ON auctions BEGIN
  DELETE FROM auctions_titles WHERE place = old.rowid;
  DELETE FROM auctions_search WHERE rowid = old.rowid;
  DELETE FROM auctions_words WHERE rowid = old.rowid;
  DELETE FROM auctions_to_index WHERE place = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER auctions_texts_update AFTER UPDATE OF title, description ON auctions WHEN old.title <> new.title OR old.description <> new.description BEGIN
  UPDATE auctions_titles SET title = ' ' || lower(new.title) || ' ' WHERE place = new.rowid;
  UPDATE auctions_search SET title = ' ' || lower(new.title) || ' ' WHERE rowid = new.rowid;
  UPDATE auctions_words SET title = new.title, description = new.description, joined = '' WHERE rowid = new.rowid;
  DELETE FROM auctions_to_index WHERE place = new.rowid;
  INSERT INTO auctions_to_index (place) VALUES (new.rowid);
END;
