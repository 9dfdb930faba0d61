/** How pages show people, and what people can do. Doesn't use zod, because pages without a form load this file. */

/** The name shown for a person whose account was deleted. */
export const DELETED_NAME = { firstName: "Deleted", lastName: "user" };

/** The name shown for a person whose name an admin has hidden. */
export const HIDDEN_NAME = { firstName: "Name", lastName: "hidden" };

/** An anonymous bidder's alias in an auction, used instead of the person's ID. */
export const BIDDER_ALIAS = /^bidder-\d+$/;

/** We don't count more people than this, because each count reads as many rows. Pages show it as "100+". */
export const MAX_WATCHERS = 100;

/** Whether the person's role allows moderation. Only `npm run admin:grant` and other admins give the role. */
export function isModerator(person: { readonly role: "User" | "Admin" }): boolean {
  return person.role === "Admin";
}
