/** The messages from Google's sign-in window to the page that opened it, and from that page to the server. */
import * as z from "zod";

import { MAX_EMAIL_LENGTH } from "./lengths.ts";

/** The broadcast channel from the window to the page: within our own origin only. */
export const GOOGLE_CHANNEL = "google-sign-in";

/** The specification's payload. We compare only `uid`. Everything else comes from the verified sign-in token. */
export const googleLoginInput = z.object({
  uid: z.string().min(1).max(255),
  firstName: z.string().max(200).optional(),
  lastName: z.string().max(200).optional(),
  email: z.string().max(MAX_EMAIL_LENGTH).optional(),
  imageUrl: z.string().max(2048).optional(),
});
export type GoogleLoginInput = z.infer<typeof googleLoginInput>;

export const googleMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("verified"), payload: googleLoginInput }),
  /** The person canceled at Google. */
  z.object({ type: z.literal("cancelled") }),
  /** Has the refusal's message, because the window closes before anyone can read it. */
  z.object({ type: z.literal("failed"), reason: z.string().optional() }),
]);
export type GoogleMessage = z.infer<typeof googleMessage>;
