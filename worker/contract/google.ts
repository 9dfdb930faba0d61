/** What the window of Google's sign-in tells the page that opened it, and what that page then sends. */
import { z } from "zod";

/** Where the window speaks and the page listens: within our own origin only. */
export const GOOGLE_CHANNEL = "lotline-google";

/** The specification's payload. Only `uid` is compared; everything else comes from the verified hand-off. */
export const googleLoginInput = z.object({
  uid: z.string().min(1).max(255),
  firstName: z.string().max(200).optional(),
  lastName: z.string().max(200).optional(),
  email: z.string().max(254).optional(),
  imageUrl: z.string().max(2048).optional(),
});
export type GoogleLoginInput = z.infer<typeof googleLoginInput>;

export const googleMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("verified"), payload: googleLoginInput }),
  /** The person decided otherwise at Google. */
  z.object({ type: z.literal("cancelled") }),
  z.object({ type: z.literal("failed") }),
]);
export type GoogleMessage = z.infer<typeof googleMessage>;
