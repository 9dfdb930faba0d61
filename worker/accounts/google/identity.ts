/** A verified Google identity. The pair of issuer and subject identifies it; the e-mail address does not. */
import * as z from "zod";

import { email } from "../../contract/account.ts";

export const identity = z.object({
  issuer: z.string().min(1),
  subject: z.string().min(1).max(255),
  email,
  firstName: z.string(),
  lastName: z.string(),
  pictureUrl: z.string().nullable(),
});
export type Identity = z.infer<typeof identity>;

/** The same limit as for names on the sign-up form. */
const MAX_NAME_LENGTH = 50;
/** Characters that can make a text look like a different one. */
const DECEPTIVE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A name that is safe to show. Google accounts may have one name, or none, where our form asks for two. */
export function cleanName(name: string | undefined): string {
  return Array.from((name ?? "").replace(DECEPTIVE, "").trim())
    .slice(0, MAX_NAME_LENGTH)
    .join("");
}
