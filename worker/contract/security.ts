/** Account security: passwords, sessions, and password resets. */
import * as z from "zod";

import { newPasswordFields, email, passwordsMatch, PASSWORD_MISMATCH } from "./account.ts";
import { responseSchema, id } from "./fields.ts";

/** For this long after signing in, a person without a password doesn't have to sign in again to reauthenticate. */
export const FRESH_SIGN_IN_MS = 10 * 60_000;

/** Exactly as typed, because an older password may not meet today's rules. */
export const typedPassword = z.string().max(512);

/** The forms that ask for the password again, one for an account with a password and one for an account without. */
export const passwordForm = z.object({ password: typedPassword.min(1, "Password is required") });
export const googlePasswordForm = z.object({ password: typedPassword });

/** A person without a password doesn't send a current one. */
export const changePasswordInput = z
  .object({ currentPassword: typedPassword.optional(), ...newPasswordFields })
  .refine(passwordsMatch, PASSWORD_MISMATCH);
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** The form for a person who has a password. */
export const changePasswordForm = z
  .object({ currentPassword: typedPassword.min(1, "Password is required"), ...newPasswordFields })
  .refine(passwordsMatch, PASSWORD_MISMATCH);
/** The form for a first password, with an empty current one. */
export const firstPasswordForm = z
  .object({ currentPassword: typedPassword, ...newPasswordFields })
  .refine(passwordsMatch, PASSWORD_MISMATCH);
export type ChangePasswordValues = z.infer<typeof changePasswordForm>;

/** Turnstile's token for a browser, which is valid once. */
export const humanCheckInput = z.object({ token: z.string().min(1).max(2_048) });

export const forgotPasswordInput = z.object({ email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordInput>;

/** 32 random bytes in base64url. */
export const linkToken = z.string().regex(/^[\w-]{43}$/);
/** The form for resetting a password. Its token is in the page's URL. */
export const newPasswordForm = z.object(newPasswordFields).refine(passwordsMatch, PASSWORD_MISMATCH);
export type NewPasswordForm = z.infer<typeof newPasswordForm>;
export const resetPasswordInput = z
  .object({ token: z.string().max(200), ...newPasswordFields })
  .refine(passwordsMatch, PASSWORD_MISMATCH);

/** Needs the password if the account has one. */
export const emailChangeInput = z.object({ email, password: typedPassword.optional() });
export type EmailChangeInput = z.infer<typeof emailChangeInput>;
export const emailChangeForm = passwordForm.extend({ email });
export const googleEmailChangeForm = googlePasswordForm.extend({ email });
export const emailLinkInput = z.object({ token: z.string().max(200) });
/** Whether the address was already verified, so that we sent no email. */
export const emailVerificationResponse = responseSchema({ emailVerified: z.boolean() });

export const ownSession = z
  .object({
    _id: z.string(),
    /** Whether this is the caller's session. */
    current: z.boolean(),
    /** Browser and system by name. Null if unknown. */
    device: z.string().nullable(),
    /** The /24 or /48 around the address that it was opened from. */
    network: z.string().nullable(),
    createdAt: z.string(),
    lastUsedAt: z.string(),
  })
  .meta({ ref: "Session" });
export type OwnSession = z.infer<typeof ownSession>;
export const sessionsResponse = responseSchema({ sessions: z.array(ownSession) });

export const ownSessionParam = z.object({ sessionId: id });
