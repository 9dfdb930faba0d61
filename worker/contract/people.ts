/** How pages show people, and what people may do. Without zod, because pages without a form need it. */

/** The name shown for a person whose account was deleted. */
export const DELETED_NAME = { firstName: "Deleted", lastName: "user" };

/** The name shown for a person whose name an admin has hidden. */
export const HIDDEN_NAME = { firstName: "Name", lastName: "hidden" };

/** An auction's number for a bidder, used instead of the person's id. */
export const ALIAS = /^bidder-\d+$/;

/** More people than this are not counted, because each count reads as many rows; pages show it as "100+". */
export const MAX_WATCHERS = 100;

/** Whether the person's role allows moderation. Only `npm run admin:grant` and other admins give the role. */
export function moderates(person: { readonly role: "User" | "Admin" }): boolean {
  return person.role === "Admin";
}
