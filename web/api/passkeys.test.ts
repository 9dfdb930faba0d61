import { afterEach, beforeEach, expect, it } from "vitest";

import { fakeApiAt, success } from "../testing/fake-api.ts";
import { aPasskey, PASSKEY_OPTIONS, stubPasskeys } from "../testing/passkeys.ts";
import { account } from "../testing/people.ts";
import { signInWithPasskey } from "./passkeys.ts";
import { currentUser, endSession } from "./session.ts";

beforeEach(() => stubPasskeys(() => Promise.resolve(aPasskey())));
afterEach(() => endSession());

it("two simultaneous passkey sign-ins send one login request, and both succeed", async () => {
  const sent = fakeApiAt({
    "/auth/passkey-options": success({ options: PASSKEY_OPTIONS }),
    "/auth/passkey-login": success({ user: account() }),
  });
  const both = [signInWithPasskey({ autofill: false }), signInWithPasskey({ autofill: false })];
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(sent.filter(({ path }) => path.endsWith("/passkey-login"))).toHaveLength(1);
  expect(currentUser()?.name).toBe("Mara Lindqvist");
});
