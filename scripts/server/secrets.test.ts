import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { provideSigningKey } from "./secrets.ts";

let folder = "";
const file = () => path.join(folder, ".dev.vars");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lotline-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the local signing key", () => {
  it("is created when missing, and only its owner can read the file", () => {
    provideSigningKey(folder);
    const { SIGNING_KEY = "" } = parseEnv(readFileSync(file(), "utf8"));
    expect(JSON.parse(SIGNING_KEY)).toMatchObject({ kty: "OKP", crv: "Ed25519", d: expect.any(String) });
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  it("is added without changing the rest of the file, even after a last line without a line break", () => {
    writeFileSync(file(), "# mine\nPASSWORD_PEPPER=0123456789abcdef");
    provideSigningKey(folder);
    expect(readFileSync(file(), "utf8")).toMatch(/^# mine\nPASSWORD_PEPPER=0123456789abcdef\nSIGNING_KEY='\{.*\}'\n$/);
  });

  it("is created once, and never replaces an existing key", () => {
    provideSigningKey(folder);
    appendFileSync(file(), "OTHER=1\n");
    const before = readFileSync(file(), "utf8");
    provideSigningKey(folder);
    expect(readFileSync(file(), "utf8")).toBe(before);
  });
});
