/** What pages show of people, and what they may do. Without zod: pages that have no form need it. */

/** The name shown for a person whose account was deleted. */
export const DELETED_NAME = { firstName: "Deleted", lastName: "user" };

/** The name shown for a person whose name an admin has hidden. */
export const HIDDEN_NAME = { firstName: "Name", lastName: "hidden" };

/** An auction's number for a bidder, in place of the person's id. */
export const ALIAS = /^bidder-\d+$/;

/** More people than this are not counted, because each count reads as many rows; pages show it as "100+". */
export const MAX_WATCHERS = 100;

/** What a role lets a person do. `npm run admin:grant` is the only thing that gives one. */
export function moderates(person: { readonly role: "User" | "Admin" }): boolean {
  return person.role === "Admin";
}
