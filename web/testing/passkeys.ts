/** A browser with passkeys. Each test sets what its dialog does. */
import { vi } from "vitest";

/** The server's response when a ceremony begins. */
export const PASSKEY_OPTIONS = { challenge: "AAAA", rpId: "lotline.test", userVerification: "required" };

/** The passkey that a person chooses. */
export function aPasskey(): Credential {
  const bytes = new ArrayBuffer(1);
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null };
  const passkey = { id: "a", rawId: bytes, type: "public-key", response, getClientExtensionResults: () => ({}) };
  return passkey;
}

/** The browser's dialog runs `get`. `more` has static members of `PublicKeyCredential`. */
export function stubPasskeys(get: CredentialsContainer["get"], more: object = {}): void {
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => null, more),
  );
  const unused = () => Promise.reject(new Error("no sign-in calls this"));
  const others = { create: unused, store: unused, preventSilentAccess: unused };
  vi.spyOn(navigator, "credentials", "get").mockReturnValue({ get, ...others });
}
