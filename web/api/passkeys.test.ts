import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { fakeApiAt, success } from "../testing/fake-api.ts";
import { account } from "../testing/people.ts";
import { signInWithPasskey } from "./passkeys.ts";
import { currentUser, endSession } from "./session.ts";

const options = { challenge: "AAAA", rpId: "lotline.test", userVerification: "required" };

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", () => null);
  const bytes = new ArrayBuffer(1);
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null };
  const credential = { id: "a", rawId: bytes, type: "public-key", response, getClientExtensionResults: () => ({}) };
  const unused = () => Promise.reject(new Error("sign-in does not call this"));
  const others = { create: unused, store: unused, preventSilentAccess: unused };
  const get = () => Promise.resolve(credential as unknown as Credential);
  vi.spyOn(navigator, "credentials", "get").mockReturnValue({ get, ...others });
});
afterEach(() => endSession());

it("of two passkeys chosen at the same time one signs in, and both end with it", async () => {
  const sent = fakeApiAt({
    "/auth/passkey-options": success({ options }),
    "/auth/passkey-login": success({ user: account() }),
  });
  const both = [signInWithPasskey({ inField: false }), signInWithPasskey({ inField: false })];
  expect(await Promise.all(both)).toEqual(["done", "done"]);
  expect(sent.filter(({ path }) => path.endsWith("/passkey-login"))).toHaveLength(1);
  expect(currentUser()?.name).toBe("Mara Lindqvist");
});
