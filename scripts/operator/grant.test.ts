import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { DEFAULT_STATE } from "../command-line/options.mjs";
import { migrate } from "../server/state.ts";
import { withLocalD1 } from "../testing/local-d1.ts";
import { grant, readGrant } from "./grant.ts";

/** Three runs of wrangler on a busy machine. */
const TIMEOUT_MS = 600_000;

describe("the arguments of npm run admin:grant", () => {
  it("npm run admin:grant accepts an email address and a target database", () => {
    expect(readGrant(["Ann@Example.com"], "/here")).toEqual({
      email: "ann@example.com",
      role: "Admin",
      target: ["--local", "--persist-to", DEFAULT_STATE],
    });
    expect(readGrant(["ann@example.com", "--revoke", "--remote"], "/here")).toMatchObject({
      role: "User",
      target: ["--remote"],
    });
    expect(readGrant(["ann@example.com", "--persist-to", "data"], "/here").target).toContain(
      path.resolve("/here/data"),
    );
  });

  it.each([
    [[]],
    [["ann"]],
    [["a@b.c", "d@e.f"]],
    [["a@b.c", "--force"]],
    [["a@b.c", "--remote", "--persist-to", "x"]],
  ])("admin:grant refuses %j and shows the usage", (args) => {
    expect(() => readGrant(args, "/here")).toThrow("Usage: npm run admin:grant -- EMAIL");
  });
});

describe("the Admin role", () => {
  let folder = "";
  const target = () => ["--local", "--persist-to", folder];
  const roles = () => withLocalD1(folder, (database) => database.prepare("SELECT role FROM users").all());
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "lotline-grant-"));
    await migrate(folder);
    withLocalD1(folder, (database) =>
      database.exec(`INSERT INTO users (id, first_name, last_name, search_name, email, role, created_at)
        VALUES ('u1', 'Ann', 'O''Hara', ' ann ohara', 'o''hara@example.com', 'User', 0)`),
    );
  }, TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true }));

  it(
    "npm run admin:grant grants an account the Admin role by email, and revokes it",
    async () => {
      const email = "o'hara@example.com";
      expect(await grant({ email, role: "Admin", target: target() })).toBe("Ann O'Hara");
      expect(roles()).toEqual([{ role: "Admin" }]);
      expect(await grant({ email, role: "User", target: target() })).toBe("Ann O'Hara");
      expect(roles()).toEqual([{ role: "User" }]);
    },
    TIMEOUT_MS,
  );

  it(
    "npm run admin:grant refuses an unknown email address",
    async () => {
      await expect(grant({ email: "nobody@example.com", role: "Admin", target: target() })).rejects.toThrow(
        "There's no account with the email address nobody@example.com.",
      );
    },
    TIMEOUT_MS,
  );
});
