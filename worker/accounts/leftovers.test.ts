import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { openDatabase } from "../db/database.ts";
import { newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { deleteExpiredResets, findResetOwner, insertReset } from "./queries/password-resets.ts";
import { deleteExpiredSignInTokens, useSignInToken } from "./queries/sign-in-tokens.ts";

/** Long ago, so that these sweeps delete no rows of other tests. */
const THEN = 1_000_000;
const db = openDatabase(env.DB);

it("keeps a used Google sign-in token until it expires", async () => {
  const id = newId();
  expect(await useSignInToken(db, id, THEN)).toBe(true);
  await deleteExpiredSignInTokens(db, THEN);
  expect(await useSignInToken(db, id, THEN)).toBe(false);
  await deleteExpiredSignInTokens(db, THEN + 1);
  expect(await useSignInToken(db, id, THEN)).toBe(true);
});

it("deletes a password reset link once it has expired", async () => {
  const { id: userId } = await someoneSignedIn();
  const id = newId();
  await insertReset(db, { id, userId, createdAt: 0, expiresAt: THEN });
  await deleteExpiredResets(db, THEN);
  expect(await findResetOwner(db, id, THEN - 1)).toMatchObject({ id: userId });
  await deleteExpiredResets(db, THEN + 1);
  expect(await findResetOwner(db, id, THEN - 1)).toBeNull();
});
