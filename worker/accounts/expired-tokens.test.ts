import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

import { openDatabase } from "../db/database.ts";
import { newId } from "../testing/builders.ts";
import { someoneSignedIn } from "../testing/http.ts";
import { deleteExpiredOneTimeTokens, consumeOneTimeToken } from "./queries/one-time-tokens.ts";
import { deleteExpiredPasswordResets, findPasswordResetOwner, insertPasswordReset } from "./queries/password-resets.ts";

/** Long ago, so that these sweeps delete no rows from other tests. */
const LONG_AGO = 1_000_000;
const db = openDatabase(env.DB);

it("a used Google sign-in token is kept until it expires", async () => {
  const id = newId();
  expect(await consumeOneTimeToken(db, id, LONG_AGO)).toBe(true);
  await deleteExpiredOneTimeTokens(db, LONG_AGO);
  expect(await consumeOneTimeToken(db, id, LONG_AGO)).toBe(false);
  await deleteExpiredOneTimeTokens(db, LONG_AGO + 1);
  expect(await consumeOneTimeToken(db, id, LONG_AGO)).toBe(true);
});

it("a password reset link is deleted once it has expired", async () => {
  const { id: userId } = await someoneSignedIn();
  const id = newId();
  await insertPasswordReset(db, { id, userId, createdAt: 0, expiresAt: LONG_AGO });
  await deleteExpiredPasswordResets(db, LONG_AGO);
  expect(await findPasswordResetOwner(db, id, LONG_AGO - 1)).toMatchObject({ id: userId });
  await deleteExpiredPasswordResets(db, LONG_AGO + 1);
  expect(await findPasswordResetOwner(db, id, LONG_AGO - 1)).toBeNull();
});
