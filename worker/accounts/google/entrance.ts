/**
 * From a verified Google identity to a person of ours: the one who signed in with it before, or a new one. Never linked
 * to an account by its e-mail, so that nobody who signed up with another's address gets into what that one does later.
 */
import type { Catalogue } from "../../catalogue/database.ts";
import { findGoogleLogin, findLogin, insertUser, type Login } from "../../catalogue/people.ts";
import { removeImages, storeImage } from "../../images/store.ts";
import { newId } from "../ids.ts";
import type { Identity } from "./identity.ts";
import { copyImage } from "./picture.ts";

export type Entrance =
  | { readonly ok: true; readonly login: Login; readonly isNew: boolean }
  /** The e-mail belongs to an account that signs in otherwise. */
  | { readonly ok: false; readonly hasPassword: boolean };

/** `now` is epoch ms. */
export async function enter(
  catalogue: Catalogue,
  env: Pick<Env, "IMAGE_BUCKET" | "IMAGES">,
  { issuer, subject, email, firstName, lastName, pictureUrl }: Identity,
  now: number,
): Promise<Entrance> {
  const known = await findGoogleLogin(catalogue, issuer, subject);
  if (known) return { ok: true, login: known, isNew: false };
  const taken = await findLogin(catalogue, email);
  if (taken) return { ok: false, hasPassword: taken.passwordHash !== null };
  const id = newId();
  const image = await copyImage(env.IMAGES, pictureUrl);
  const imageKey = image && (await storeImage(env, "avatars", id, image));
  const person = { id, firstName, lastName, email, passwordHash: null, imageKey, createdAt: now };
  const added = await insertUser(catalogue, { ...person, googleIssuer: issuer, googleSubject: subject });
  if (!added && imageKey !== null) await removeImages(env.IMAGE_BUCKET, [imageKey]);
  // Not added: somebody with this e-mail or this identity was faster by a moment.
  const login = await findGoogleLogin(catalogue, issuer, subject);
  return login ? { ok: true, login, isNew: added } : { ok: false, hasPassword: true };
}
