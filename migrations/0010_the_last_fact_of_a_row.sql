-- When the last fact of a row was recorded: for two days after it the sweep still asks the room. Null in rows of before: their
-- rooms know that time and D1 does not; the sweep goes by the auction's end alone.
ALTER TABLE `auctions` ADD `changed_at` integer;