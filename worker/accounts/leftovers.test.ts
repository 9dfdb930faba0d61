import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { openCatalogue } from "../db/database.ts";
import { newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { deleteExpiredResets, findResetOwner, insertReset } from "./queries/password-resets.ts";
import { deleteExpiredSignInTokens, useSignInToken } from "./queries/sign-in-tokens.ts";

/** Long ago, so that these sweeps delete no rows of other tests. */
const THEN = 1_000_000;
const catalogue = openCatalogue(env.DB);

it("a used Google sign-in token is stored until it expires", async () => {
  const id = newId();
  expect(await useSignInToken(catalogue, id, THEN)).toBe(true);
  await deleteExpiredSignInTokens(catalogue, THEN);
  expect(await useSignInToken(catalogue, id, THEN)).toBe(false);
  await deleteExpiredSignInTokens(catalogue, THEN + 1);
  expect(await useSignInToken(catalogue, id, THEN)).toBe(true);
});

it("a password reset link is deleted once it has expired", async () => {
  const { id: userId } = await someoneSignedIn();
  const id = newId();
  await insertReset(catalogue, { id, userId, createdAt: 0, expiresAt: THEN });
  await deleteExpiredResets(catalogue, THEN);
  expect(await findResetOwner(catalogue, id, THEN - 1)).toMatchObject({ id: userId });
  await deleteExpiredResets(catalogue, THEN + 1);
  expect(await findResetOwner(catalogue, id, THEN - 1)).toBeNull();
});
