import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ROOT } from "../command-line/project.ts";
import { newSecrets, ensureSecrets } from "./secrets.ts";

let folder = "";
const file = () => path.join(folder, ".dev.vars");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lotline-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a local server's secrets", () => {
  it("npm start creates missing secrets in a file that only its owner can read", () => {
    ensureSecrets(folder);
    const { SIGNING_KEY = "", PASSWORD_PEPPER, SESSION_KEY } = parseEnv(readFileSync(file(), "utf8"));
    expect(PASSWORD_PEPPER).toMatch(/^[\w+/]{43}=$/);
    expect(SESSION_KEY).toMatch(/^[\w+/]{43}=$/);
    expect(JSON.parse(SIGNING_KEY)).toMatchObject({ kty: "OKP", crv: "Ed25519", d: expect.any(String) });
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it("npm start adds secrets to a file without changing its other lines", () => {
    writeFileSync(file(), "# mine\nPASSWORD_PEPPER=0123456789abcdef");
    ensureSecrets(folder);
    expect(readFileSync(file(), "utf8")).toMatch(
      /^# mine\nPASSWORD_PEPPER=0123456789abcdef\nSESSION_KEY='[\w+/]{43}='\nSIGNING_KEY='\{.*\}'\n(?:\w+='0'\n){3}$/,
    );
  });

  it("npm start creates secrets only once and never replaces existing ones", () => {
    ensureSecrets(folder);
    appendFileSync(file(), "OTHER=1\n");
    const before = readFileSync(file(), "utf8");
    ensureSecrets(folder);
    expect(readFileSync(file(), "utf8")).toBe(before);
  });

  it("npm start turns off the new-member limits that the secrets file doesn't set", () => {
    writeFileSync(file(), "NEW_BIDDER_AMOUNT=70\n");
    ensureSecrets(folder);
    const { CONFIRM_EMAIL, NEW_BIDDER_AMOUNT, NEW_BIDDER_AUCTIONS } = parseEnv(readFileSync(file(), "utf8"));
    expect([CONFIRM_EMAIL, NEW_BIDDER_AMOUNT, NEW_BIDDER_AUCTIONS]).toEqual(["0", "70", "0"]);
  });

  it("wrangler.toml requires the created secrets, and .dev.vars.example explains them", () => {
    const secretNames = Object.keys(parseEnv(newSecrets()));
    const config = readFileSync(path.join(ROOT, "wrangler.toml"), "utf8");
    expect(/^required = (\[.*\])$/m.exec(config)?.[1]).toBe(`[${secretNames.map((name) => `"${name}"`).join(", ")}]`);
    const example = parseEnv(readFileSync(path.join(ROOT, ".dev.vars.example"), "utf8"));
    expect(Object.keys(example)).toEqual(expect.arrayContaining(secretNames));
  });
});
