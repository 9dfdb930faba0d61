import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { readGoogleSecret, googleSettingsFor } from "./google.ts";
import { startOpenIdProvider } from "./openid-provider.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lotline-google-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("Google sign-in on a local server", () => {
  it("a local server uses the real Google only when .dev.vars has a client secret", () => {
    expect(readGoogleSecret(folder)).toBeNull();
    writeFileSync(path.join(folder, ".dev.vars"), "GOOGLE_CLIENT_ID=ours\n");
    expect(readGoogleSecret(folder)).toBeNull();
    writeFileSync(path.join(folder, ".dev.vars"), "GOOGLE_CLIENT_SECRET=secret\n");
    expect(readGoogleSecret(folder)).toEqual({ GOOGLE_CLIENT_SECRET: "secret" });
  });

  it("a local server without a client secret uses a stand-in with a random secret", () => {
    const [one, other] = [googleSettingsFor("http://127.0.0.1:1"), googleSettingsFor("http://127.0.0.1:1")];
    expect(one["GOOGLE_CLIENT_SECRET"]).toMatch(/^[0-9a-f]{64}$/);
    expect(one["GOOGLE_CLIENT_SECRET"]).not.toBe(other["GOOGLE_CLIENT_SECRET"]);
  });
});

describe("the stand-in for Google", () => {
  it("the Google stand-in lets you choose an account, and escapes its input", async () => {
    const { issuer, stop } = await startOpenIdProvider(0);
    try {
      const configuration = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
      const { authorization_endpoint: authorizationEndpoint } = z
        .object({ authorization_endpoint: z.string() })
        .parse(configuration);
      const page = await fetch(`${authorizationEndpoint}?state=${encodeURIComponent('"><script>')}`);
      expect(page.status).toBe(200);
      const text = await page.text();
      expect(text).toContain("Choose an account");
      expect(text).not.toContain("<script>");
    } finally {
      await stop();
    }
  });
});
