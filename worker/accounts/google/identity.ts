/** Who someone is for Google, once their token has been verified: the pair of issuer and subject, and nobody's e-mail. */
import { z } from "zod";

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

/** As long as a name that is typed may be. */
const NAME_MAX = 50;
/** What makes a text show what it is not. */
const TRICKS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** A name as it may be shown. Google's accounts may have one word, or none, where we ask for two. */
export function cleanName(name: string | undefined): string {
  return Array.from((name ?? "").replace(TRICKS, "").trim())
    .slice(0, NAME_MAX)
    .join("");
}
