import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { openCatalogue } from "../catalogue/database.ts";
import { deleteExpiredResets, findResetOwner, insertReset } from "../catalogue/password-resets.ts";
import { deleteExpiredSignInTokens, useSignInToken } from "../catalogue/sign-in-tokens.ts";
import { newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";

/** Long ago, so that nothing of another test is swept with these. */
const THEN = 1_000_000;
const catalogue = openCatalogue(env.DB);

it("a used hand-off is remembered until it could not be used in any case", async () => {
  const id = newId();
  expect(await useSignInToken(catalogue, id, THEN)).toBe(true);
  await deleteExpiredSignInTokens(catalogue, THEN);
  expect(await useSignInToken(catalogue, id, THEN)).toBe(false);
  await deleteExpiredSignInTokens(catalogue, THEN + 1);
  expect(await useSignInToken(catalogue, id, THEN)).toBe(true);
});

it("a link that resets a password is forgotten once it is too old", async () => {
  const { id: userId } = await someoneSignedIn();
  const id = newId();
  await insertReset(catalogue, { id, userId, createdAt: 0, expiresAt: THEN });
  await deleteExpiredResets(catalogue, THEN);
  expect(await findResetOwner(catalogue, id, THEN - 1)).toMatchObject({ id: userId });
  await deleteExpiredResets(catalogue, THEN + 1);
  expect(await findResetOwner(catalogue, id, THEN - 1)).toBeNull();
});
