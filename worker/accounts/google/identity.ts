/** A verified Google identity. Its issuer and subject identify it, not its email address. */
import * as z from "zod";

import { email } from "../../contract/account.ts";
import { isReservedName, containsSiteName, hasVisibleText } from "../../contract/names.ts";
import { cleanLine } from "../../contract/text/clean-text.ts";

export const googleIdentity = z.object({
  issuer: z.string().min(1),
  subject: z.string().min(1).max(255),
  email,
  firstName: z.string(),
  lastName: z.string(),
  pictureUrl: z.string().nullable(),
});
export type GoogleIdentity = z.infer<typeof googleIdentity>;

/** The same limit as names on the sign-up form. */
const MAX_NAME_LENGTH = 50;
/** Replaces a reserved name, or one that contains the site's name. */
const FALLBACK_NAME = { firstName: "New", lastName: "Member" };

type GoogleProfile = {
  readonly given_name?: string | undefined;
  readonly family_name?: string | undefined;
  readonly name?: string | undefined;
  readonly email: string;
};

/** A name that is safe to show. A Google account may have no name, or only one. Then the last name is empty. */
export function nameIn(
  profile: GoogleProfile,
  siteName: string,
): { readonly firstName: string; readonly lastName: string } {
  const { given_name: given, family_name: family, name, email: address } = profile;
  // Without a given name, we use the full name as the first name, and it may already include the family name.
  const lastName = cleanName(given) && cleanName(family);
  const firstName = cleanName(given) || cleanName(name) || cleanName(family) || cleanName(address.split("@")[0]);
  const isReserved = isReservedName(firstName, lastName) || containsSiteName(firstName, lastName, siteName);
  return isReserved ? FALLBACK_NAME : { firstName, lastName };
}

/** Empty for a name without visible characters. */
function cleanName(name: string | undefined): string {
  const cleaned = Array.from(cleanLine(name ?? "").trim())
    .slice(0, MAX_NAME_LENGTH)
    .join("");
  return hasVisibleText(cleaned) ? cleaned : "";
}
