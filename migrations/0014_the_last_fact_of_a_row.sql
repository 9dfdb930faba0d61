-- When the last fact of a row was recorded: for so long after it the sweep still asks the room. Null in rows of before: their
-- rooms know that time and D1 does not; the sweep takes the auction's end instead.
ALTER TABLE `auctions` ADD `changed_at` integer;