/** What a person does about their own safety: passwords, sessions, and the way back in. */
import { z } from "zod";

import { email, newPassword } from "./account.ts";
import { answer, id } from "./fields.ts";

/** For so long after signing in someone counts as having just shown who they are. */
export const FRESH_SIGN_IN_MS = 10 * 60_000;

const chosen = {
  password: newPassword,
  confirmPassword: z.string({ error: "Please confirm your password" }).min(1, "Please confirm your password"),
};
const matching = (value: { password: string; confirmPassword: string }) => value.password === value.confirmPassword;
const mismatch = { path: ["confirmPassword"], error: "Passwords do not match" };
/** As it was typed, whatever rules it was chosen under. */
const typedPassword = z.string().max(512);

/** Someone who has no password yet sends none. */
export const changePasswordInput = z
  .object({ currentPassword: typedPassword.optional(), ...chosen })
  .refine(matching, mismatch);
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** The form of whoever has one. */
export const changePasswordForm = z
  .object({ currentPassword: typedPassword.min(1, "Password is required"), ...chosen })
  .refine(matching, mismatch);
/** The form of whoever sets the first one: nothing stands in the current one's place. */
export const firstPasswordForm = z.object({ currentPassword: typedPassword, ...chosen }).refine(matching, mismatch);
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;

export const forgotPasswordInput = z.object({ email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** 32 random bytes in base64url. */
export const resetToken = z.string().regex(/^[\w-]{43}$/);
/** The form: the token comes with the page's address. */
export const newPasswordForm = z.object(chosen).refine(matching, mismatch);
export type NewPasswordForm = z.infer<typeof newPasswordForm>;
export const resetPasswordInput = z.object({ token: z.string().max(200), ...chosen }).refine(matching, mismatch);

export const ownSession = z
  .object({
    _id: z.string(),
    /** Whether this is the session that asks. */
    current: z.boolean(),
    /** Browser and system by name; null where nobody could tell. */
    device: z.string().nullable(),
    /** The neighbourhood of the address that it was opened from. */
    network: z.string().nullable(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
  })
  .meta({ ref: "Session" });
export type OwnSession = z.infer<typeof ownSession>;
export const sessionsAnswer = answer({ sessions: z.array(ownSession) });

export const ownSessionPath = z.object({ sessionId: id });

/** The page that a reset link leads to; the token follows in the fragment. */
export const RESET_PAGE = "/reset-password";
