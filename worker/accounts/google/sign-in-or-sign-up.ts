/**
 * Finds the account of a verified Google identity, or creates one. We never link an existing account by its email
 * address. Otherwise an attacker could sign up with someone else's address and keep access to the account that person
 * uses later. The new account's address counts as verified. If this site sends email, any other account loses the
 * address, unless its owner has verified it.
 */
import type { Database } from "../../db/database.ts";
import { deleteImages, type ImageBindings, storeImage } from "../../images/store.ts";
import { newId } from "../../platform/ids.ts";
import { findGoogleAccount, findSignInAccount, insertUser, type SignInAccount } from "../queries/people.ts";
import { copyGoogleImage } from "./account-image.ts";
import type { GoogleIdentity } from "./identity.ts";

type GoogleSignIn =
  /** `previousHolderId` is the account that had the address. */
  | {
      readonly ok: true;
      readonly account: SignInAccount;
      readonly isNew: boolean;
      readonly previousHolderId: string | null;
    }
  /** The email address belongs to an account that signs in differently. */
  | { readonly ok: false; readonly hasPassword: boolean };

/** `verifiesEmail`: whether people can verify addresses, because this site sends email. `now` is epoch ms. */
export async function signInOrSignUp(
  db: Database,
  env: ImageBindings,
  { issuer, subject, email, firstName, lastName, pictureUrl }: GoogleIdentity,
  verifiesEmail: boolean,
  now: number,
): Promise<GoogleSignIn> {
  const known = await findGoogleAccount(db, issuer, subject);
  if (known) return { ok: true, account: known, isNew: false, previousHolderId: null };
  const holder = await findSignInAccount(db, email);
  if (holder && (holder.emailVerifiedAt !== null || !verifiesEmail))
    return { ok: false, hasPassword: holder.passwordHash !== null };
  const id = newId();
  const image = await copyGoogleImage(env.IMAGES, pictureUrl);
  const imageKey = image && (await storeImage(env, "avatars", id, image));
  const person = { id, firstName, lastName, email, passwordHash: null, imageKey, createdAt: now, emailVerifiedAt: now };
  const added = await insertUser(db, { ...person, googleIssuer: issuer, googleSubject: subject }, holder?.id);
  if (!added && imageKey !== null) await deleteImages(env.IMAGE_BUCKET, [imageKey]);
  // If the account wasn't added, a concurrent request has created one with this email address or identity.
  const account = await findGoogleAccount(db, issuer, subject);
  return account
    ? { ok: true, account, isNew: added, previousHolderId: added ? (holder?.id ?? null) : null }
    : { ok: false, hasPassword: true };
}
