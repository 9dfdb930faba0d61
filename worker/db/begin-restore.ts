/**
 * The statements that `npm run d1:restored` runs after the operator has restored D1 to an earlier time. Used email
 * links are valid again, so the command deletes all links. The sweep then compares D1 with the rooms and inboxes.
 * Sessions are in the inboxes, which were not restored. Plain SQL, because it runs through wrangler.
 */

/** We handle only one restore at a time. A later one starts over. */
export const RESTORE_ID = 1;

export const BEGIN_RESTORE_STATEMENTS: readonly string[] = [
  "DELETE FROM password_resets",
  "DELETE FROM email_changes",
  `INSERT OR REPLACE INTO restores (id, begun_at, people_up_to, auctions_up_to)
   VALUES (${RESTORE_ID}, unixepoch() * 1000, '', '')`,
];
