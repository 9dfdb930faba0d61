/**
 * A linter that checks nothing reports nothing, which looks like clean code. So this test plants each mistake in a copy
 * of the tree, where someone would make it, and expects the linter to report it there.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A file to plant in the copy, and its source code. */
type Plant = readonly [file: string, code: string];

const imports = (file: string, target: string): Plant => [file, `export { a } from "${target}";`];

/** Imports that break the layering, one for each kind of import rule in oxlint.config.ts. */
const FORBIDDEN_IMPORTS: readonly Plant[] = [
  imports("worker/rules/a.ts", "../contract/bid.ts"),
  imports("worker/contract/a.ts", "drizzle-orm/d1"),
  imports("worker/catalogue/a.ts", "../routes/bid.ts"),
  imports("worker/journal/a.ts", "../db/schema.ts"),
  imports("worker/db/a.ts", "../accounts/queries/people.ts"),
  imports("worker/accounts/queries/a.ts", "../../listings/queries/auctions.ts"),
  imports("worker/moderation/queries/a.ts", "../../http/context.ts"),
  imports("worker/listings/a.ts", "../http/context.ts"),
  imports("worker/http/a.ts", "../catalogue/list-cache.ts"),
  imports("worker/room/a.ts", "../inbox/inbox.ts"),
  imports("worker/room/storage/a.ts", "../views/wire.ts"),
  imports("worker/room/live/a.ts", "../delivery/subscription.ts"),
  imports("worker/room/storage/a.ts", "../rpc/person-commands.ts"),
  imports("worker/inbox/a.ts", "../room/rpc/person-commands.ts"),
  imports("worker/routes/a.ts", "./b.ts"),
  imports("worker/routes/a.ts", "../room/auction-room.ts"),
  imports("worker/room/a.ts", "../testing/builders.ts"),
  imports("web/a.ts", "../worker/rpc/room-rpc.ts"),
  imports("web/ui/a.tsx", "../api/client.ts"),
  imports("web/features/selling/a.tsx", "../browse/card.tsx"),
  imports("web/features/selling/a.tsx", "../../app/shell.tsx"),
  imports("web/pages/a.tsx", "../app/shell.tsx"),
  imports("web/features/selling/deep/a.tsx", "../../browse/card.tsx"),
];

/** Imports that are allowed. */
const ALLOWED_IMPORTS: readonly Plant[] = [
  imports("worker/contract/a.ts", "../rules/money.ts"),
  imports("worker/rules/a.test.ts", "fast-check"),
  imports("worker/room/live/a.ts", "../commands/queue.ts"),
  ["worker/routes/a.ts", 'import type { AuctionRoom } from "../room/auction-room.ts";\nexport type R = AuctionRoom;'],
  imports("web/a.ts", "../worker/contract/bid.ts"),
  imports("web/features/selling/a.tsx", "../../ui/button.tsx"),
  imports("web/features/selling/deep/a.tsx", "../b.tsx"),
];

/** [rule that must report, file, code]. */
const MISTAKES: readonly (readonly [rule: string, file: string, code: string])[] = [
  ["eslint(no-restricted-globals)", "worker/rules/a.ts", "export const seen = Date.now();"],
  ["eslint(no-restricted-properties)", "worker/rules/a.ts", "export const dice = Math.random();"],
  ["eslint(no-restricted-globals)", "web/ui/a.tsx", 'export const page = fetch("/api/v1/healthz");'],
  ["eslint(no-restricted-globals)", "web/api/a.ts", 'export const kept = localStorage.getItem("theme");'],
  ["eslint(no-restricted-imports)", "web/ui/a.tsx", 'export { lazy } from "react";'],
  [
    "typescript(no-floating-promises)",
    "worker/routes/a.ts",
    'export function run(env: Env) {\n  env.AUCTION_ROOM.getByName("x").page();\n}',
  ],
  [
    "lotline(synchronous-transaction)",
    "worker/room/a.ts",
    "export function run(storage: DurableObjectStorage) {\n  return storage.transactionSync(async () => 1);\n}",
  ],
  [
    "lotline(constant-sql)",
    "worker/room/a.ts",
    "export function run(sql: SqlStorage, id: string) {\n  sql.exec(`DELETE FROM bids WHERE id = '${id}'`);\n}",
  ],
  [
    "lotline(parsed-not-cast)",
    "worker/http/a.ts",
    "export function run(text: string) {\n  return JSON.parse(text) as { id: string };\n}",
  ],
  ["lotline(hash-private)", "worker/room/a.ts", "export class Room {\n  private save() {\n    return 1;\n  }\n}"],
];

const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

let tree = "";
/** The rules that the linter reported for the planted file with this index. */
let found: ReadonlyMap<number, readonly string[]> = new Map();
const plants: readonly Plant[] = [
  ...FORBIDDEN_IMPORTS,
  ...ALLOWED_IMPORTS,
  ...MISTAKES.map(([, file, code]) => [file, code] as const),
];

beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "lotline-lint-"));
  await copyTree();
  const files = await Promise.all(plants.map(plantAt));
  found = await lint(files);
});

afterAll(async () => {
  if (tree) await rm(tree, { recursive: true });
});

describe("the import rules", () => {
  it.each(FORBIDDEN_IMPORTS.map(([file, code], index) => [file, /"(.+)"/.exec(code)?.[1], index] as const))(
    "%s can't import %s",
    (...row) => {
      expect(found.get(row[2])).toContain("eslint(no-restricted-imports)");
    },
  );

  it.each(
    ALLOWED_IMPORTS.map(
      ([file, code], index) => [file, /"(.+?)"/.exec(code)?.[1], FORBIDDEN_IMPORTS.length + index] as const,
    ),
  )("%s can import %s", (...row) => {
    expect(found.get(row[2])).not.toContain("eslint(no-restricted-imports)");
  });
});

describe("the linter reports a planted mistake in its file", () => {
  const first = FORBIDDEN_IMPORTS.length + ALLOWED_IMPORTS.length;
  it.each(MISTAKES.map(([rule, file, code], index) => [rule, file, code, first + index] as const))(
    "the linter reports %s in %s",
    (rule, _file, _code, index) => {
      expect(found.get(index)).toContain(rule);
    },
  );
});

/** A copy of the tree with linked packages, outside the repository, so that no other linter run sees it. */
async function copyTree(): Promise<void> {
  const names = await readdir(ROOT);
  const copiedNames = names.filter((name) =>
    /^(oxlint\.config\.ts|\.gitignore|tsconfig.*\.json|worker|web|scripts)$/.test(name),
  );
  await Promise.all(copiedNames.map((name) => cp(path.join(ROOT, name), path.join(tree, name), { recursive: true })));
  await symlink(path.join(ROOT, "node_modules"), path.join(tree, "node_modules"));
}

/** Writes one planted file next to the real ones, under a unique name with the same extension. */
async function plantAt([file, code]: Plant, index: number): Promise<string> {
  const { dir, base } = path.posix.parse(file);
  const name = base.replace(/^\w+/, `planted-${index}`);
  const planted = `${dir}/${name}`;
  await mkdir(path.join(tree, dir), { recursive: true });
  await writeFile(path.join(tree, planted), `${code}\n`);
  return planted;
}

async function lint(files: readonly string[]): Promise<Map<number, string[]>> {
  const oxlint = path.join(ROOT, "node_modules/oxlint/bin/oxlint");
  const output = await new Promise<string>((resolve) => {
    const args = [oxlint, "--type-aware", "--format", "json", ...files];
    // It exits with 1 because it finds the planted mistakes.
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = report.parse(JSON.parse(output));
  return new Map(
    files.map((file, index) => [
      index,
      diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code),
    ]),
  );
}
