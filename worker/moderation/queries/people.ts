/**
 * Finds people in D1 for admins, newest first. A page reads a bounded number of rows. If a search has more to read, it
 * continues on the next page, even if this one found no one. The next page begins where this one stopped.
 */
import { type SQL, sql } from "drizzle-orm";

import type { PeopleQuery, PersonForAdmins } from "../../contract/admin.ts";
import { parseEmailAddress } from "../../contract/email-address.ts";
import { imageUrl } from "../../contract/fields.ts";
import { formatCursor } from "../../contract/list-cursor.ts";
import { normalizeToText } from "../../contract/text/normalize-text.ts";
import type { Database } from "../../db/database.ts";
import { NEWEST_POSITION } from "../../db/list-page.ts";
import { toIso } from "../../listings/queries/listings.ts";
import type { Member, Trust } from "../../rules/trust.ts";
import { lastAdminAction, parseLastAdminAction } from "./admin-actions.ts";

/** Rows that one page of a search reads, in tens of milliseconds. */
const MAX_SEARCHED_PEOPLE = 20_000;

const STATES = { admin: sql`AND role = 'Admin'`, suspended: sql`AND suspended_at IS NOT NULL` };

type PersonPosition = { readonly created_at: number; readonly id: string };
type StoredPerson = PersonPosition & {
  readonly first_name: string;
  readonly last_name: string;
  readonly hidden_first_name: string | null;
  readonly hidden_last_name: string | null;
  readonly image_key: string | null;
  readonly email: string | null;
  readonly role: "User" | "Admin";
  readonly suspended_at: number | null;
  readonly bidding_stopped_at: number | null;
  readonly email_verified_at: number | null;
  readonly finished_sale_at: number | null;
  readonly trust: Trust | null;
  readonly suspension: string | null;
};

/** The level of trust in this deployment, now. */
type TrustOf = (member: Member) => Trust;

/** Without `trustOf` there are no levels of trust. */
export async function listPeople(
  db: Database,
  { search = "", state, cursor: after = NEWEST_POSITION, limit }: PeopleQuery,
  trustOf: TrustOf | null,
): Promise<{ people: PersonForAdmins[]; nextCursor: string | null }> {
  const maxRows = search === "" ? limit + 1 : MAX_SEARCHED_PEOPLE;
  const inOrder = sql`FROM users WHERE (created_at, id) < (${after.at}, ${after.id}) ${state ? STATES[state] : sql``}
    ORDER BY created_at DESC, id DESC`;
  const rows = await db.all<StoredPerson>(sql`
    SELECT *, ${lastAdminAction("suspend", sql`person_id`)} AS suspension
    FROM (SELECT *, id AS person_id ${inOrder} LIMIT ${maxRows}) WHERE ${matchesSearch(search)} LIMIT ${limit + 1}`);
  const people = rows.slice(0, limit).map((row) => toPersonForAdmins(row, trustOf));
  if (rows.length > limit) return { people, nextCursor: cursorOf(rows[limit - 1]) };
  const [last] =
    search === "" ? [] : await db.all<PersonPosition>(sql`SELECT * ${inOrder} LIMIT 1 OFFSET ${maxRows - 1}`);
  return { people, nextCursor: cursorOf(last) };
}

/**
 * Matches part of the name, no matter how it's typed, part of the address, the whole address in any spelling, or the
 * whole ID.
 */
function matchesSearch(search: string): SQL {
  if (search === "") return sql`true`;
  // Without spaces, because an admin may not know whether it is "O'Keeffe" or "Okeeffe".
  const name = normalizeToText(search).replaceAll(" ", "");
  const address = parseEmailAddress(search) ?? search.toLowerCase();
  const joinedName = sql`replace(search_name, ' ', '')`;
  return sql`(instr(${joinedName}, ${name}) > 0 OR instr(email, ${address}) > 0 OR id = ${search})`;
}

function cursorOf(row: PersonPosition | undefined): string | null {
  return row ? formatCursor({ at: row.created_at, id: row.id }) : null;
}

function toPersonForAdmins(row: StoredPerson, trustOf: TrustOf | null): PersonForAdmins {
  return {
    _id: row.id,
    firstName: row.hidden_first_name ?? row.first_name,
    lastName: row.hidden_last_name ?? row.last_name,
    image: row.image_key === null ? null : { url: imageUrl(row.image_key) },
    nameHidden: row.hidden_first_name !== null,
    email: row.email,
    role: row.role,
    createdAt: toIso(row.created_at),
    suspended:
      row.suspended_at === null
        ? null
        : { reason: parseLastAdminAction(row.suspension).reason, at: toIso(row.suspended_at) },
    biddingStoppedAt: row.bidding_stopped_at === null ? null : toIso(row.bidding_stopped_at),
    trust: trustOf && { level: trustOf(memberOf(row)), set: row.trust },
  };
}

function memberOf({ created_at, email_verified_at, finished_sale_at, trust }: StoredPerson): Member {
  return { createdAt: created_at, emailVerifiedAt: email_verified_at, finishedSaleAt: finished_sale_at, trust };
}
