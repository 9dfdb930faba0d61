/**
 * A linter that checks nothing reports nothing, which looks like clean code. So this plants each mistake that the
 * linter must find into a copy of the tree, at the place where it would be made, and expects it to be reported there.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The file of each mistake, and its code. */
type Plant = readonly [file: string, code: string];

const imports = (file: string, target: string): Plant => [file, `import "${target}";`];

/** Each row of the import table, and each "never" in it. */
const BREACHES: readonly Plant[] = [
  imports("worker/rules/a.ts", "zod"),
  imports("worker/rules/a.ts", "node:crypto"),
  imports("worker/rules/a.ts", "cloudflare:workers"),
  imports("worker/rules/a.ts", "../contract/bid.ts"),
  imports("worker/rules/deep/a.ts", "../../room-rpc.ts"),
  ["worker/rules/a.ts", 'export * from "zod";'],
  ["worker/rules/a.ts", 'export { z } from "zod";'],
  ["worker/rules/a.ts", 'import type { Bid } from "../contract/bid.ts";\nexport type { Bid };'],
  ["worker/rules/a.ts", 'export const later = () => import("zod");'],
  ["worker/rules/a.ts", 'export type Later = typeof import("zod");'],
  imports("worker/contract/a.ts", "hono"),
  imports("worker/contract/a.ts", "drizzle-orm"),
  imports("worker/contract/a.ts", "react"),
  imports("worker/contract/a.ts", "cloudflare:workers"),
  imports("worker/contract/a.ts", "../room-rpc.ts"),
  imports("worker/contract/a.ts", "../catalogue/schema.ts"),
  imports("worker/contract/a.ts", "../env.ts"),
  imports("worker/catalogue/a.ts", "hono"),
  imports("worker/catalogue/a.ts", "hono/cors"),
  imports("worker/catalogue/a.ts", "../routes/bid.ts"),
  imports("worker/catalogue/a.ts", "../room-rpc.ts"),
  imports("worker/catalogue/a.ts", "../inbox/inbox.ts"),
  imports("worker/catalogue/a.ts", "../http/session.ts"),
  imports("worker/contract/a.ts", "../platform/internal-headers.ts"),
  imports("worker/rate-limits/a.ts", "../http/session.ts"),
  imports("worker/rate-limits/a.ts", "hono/factory"),
  imports("worker/platform/a.ts", "cloudflare:workers"),
  imports("worker/room/a.ts", "hono"),
  imports("worker/room/a.ts", "../routes/bid.ts"),
  imports("worker/room/a.ts", "../http/session.ts"),
  imports("worker/room/a.ts", "../accounts/sessions.ts"),
  imports("worker/room/a.ts", "../inbox/inbox.ts"),
  imports("worker/room/storage/a.ts", "../views/wire.ts"),
  ["worker/room/storage/a.ts", 'import type { Turn } from "../commands/queue.ts";\nexport type { Turn };'],
  imports("worker/room/views/a.ts", "../commands/queue.ts"),
  imports("worker/room/commands/a.ts", "../live/broadcaster.ts"),
  imports("worker/room/commands/a.ts", "../delivery/feed.ts"),
  imports("worker/room/live/a.ts", "../delivery/feed.ts"),
  imports("worker/room/delivery/a.ts", "../live/broadcaster.ts"),
  imports("worker/room/delivery/a.ts", "../auction-room.ts"),
  imports("worker/inbox/a.ts", "hono/utils/http-status"),
  imports("worker/inbox/a.ts", "../routes/bid.ts"),
  imports("worker/inbox/a.ts", "../http/session.ts"),
  imports("worker/inbox/a.ts", "../room/auction-room.ts"),
  imports("worker/room/a.ts", "../http/limits.ts"),
  imports("worker/selling/a.ts", "hono"),
  imports("worker/selling/a.ts", "drizzle-orm"),
  imports("worker/selling/a.ts", "../http/context.ts"),
  imports("worker/selling/a.ts", "../room/auction-room.ts"),
  imports("worker/inbox/account-deletion/a.ts", "../../http/context.ts"),
  imports("worker/inbox/account-deletion/a.ts", "../inbox.ts"),
  imports("worker/accounts/a.ts", "hono"),
  imports("worker/accounts/a.ts", "../routes/auth.ts"),
  imports("worker/accounts/a.ts", "../http/session.ts"),
  imports("worker/images/a.ts", "hono"),
  imports("worker/images/a.ts", "../routes/auth.ts"),
  imports("worker/images/a.ts", "../accounts/passwords.ts"),
  imports("worker/sweep/a.ts", "../http/log.ts"),
  imports("worker/certificates/a.ts", "../http/context.ts"),
  imports("worker/http/a.ts", "../routes/bid.ts"),
  imports("worker/http/a.ts", "../room/auction-room.ts"),
  imports("worker/http/a.ts", "../pages/auction-page.ts"),
  imports("worker/pages/a.ts", "../routes/bids.ts"),
  imports("worker/routes/a.ts", "./b.ts"),
  imports("worker/routes/a.ts", "../routes/b.ts"),
  imports("worker/routes/a.ts", "../room/auction-room.ts"),
  imports("worker/routes/a.ts", "../inbox/inbox.ts"),
  ["worker/routes/a.ts", 'import { type AuctionRoom } from "../room/auction-room.ts";\nexport type R = AuctionRoom;'],
  imports("worker/routes/a.ts", "cloudflare:workers"),
  imports("worker/routes/a.ts", "drizzle-orm/d1"),
  imports("worker/index.ts", "../scripts/proof/bench.ts"),
  imports("worker/room/a.ts", "../../scripts/proof/bench.ts"),
  imports("worker/index.ts", "../web/paths.ts"),
  imports("worker/room/a.ts", "../testing/builders.ts"),
  imports("web/a.ts", "../worker/room-rpc.ts"),
  imports("web/a.ts", "../worker/index.ts"),
  imports("web/a.ts", "../scripts/proof/bench.ts"),
  imports("web/a.ts", "hono/client"),
  ["web/a.ts", 'import type { AuctionRoom } from "../worker/room/auction-room.ts";\nexport type R = AuctionRoom;'],
  imports("web/api/a.ts", "../../worker/catalogue/schema.ts"),
  imports("web/api/a.ts", "../features/browse/card.tsx"),
  imports("web/api/a.ts", "../pages/landing-page.tsx"),
  imports("web/pages/a.tsx", "../../worker/accounts/sessions.ts"),
  imports("web/pages/a.tsx", "partysocket"),
  imports("web/ui/a.tsx", "../api/client.ts"),
  imports("web/ui/a.tsx", "../features/browse/card.tsx"),
  imports("web/ui/a.tsx", "../pages/landing-page.tsx"),
  imports("web/ui/a.tsx", "../../worker/http/session.ts"),
  imports("web/features/selling/a.tsx", "../browse/card.tsx"),
  imports("web/features/selling/a.tsx", "../../features/browse/card.tsx"),
  imports("web/features/selling/a.tsx", "../../pages/landing-page.tsx"),
  imports("web/features/selling/a.tsx", "../../../worker/images/store.ts"),
  imports("web/features/selling/a.tsx", "partysocket/react"),
  imports("web/a.ts", "./testing/setup.ts"),
];

/** Imports that the table allows, and those of tests, proofs and browser tests, which may import anything. */
const ALLOWED: readonly Plant[] = [
  imports("worker/rules/a.ts", "./money.ts"),
  imports("worker/rules/a.test.ts", "fast-check"),
  imports("worker/rules/testing/a.ts", "fast-check"),
  imports("worker/contract/a.ts", "zod"),
  imports("worker/contract/a.ts", "../rules/money.ts"),
  imports("worker/contract/a.ts", "./bid.ts"),
  imports("worker/catalogue/a.ts", "drizzle-orm/d1"),
  imports("worker/catalogue/a.ts", "../contract/bid.ts"),
  imports("worker/room/a.ts", "cloudflare:workers"),
  imports("worker/room/a.ts", "../catalogue/projection.ts"),
  imports("worker/room/a.ts", "../rate-limits/memory-limiter.ts"),
  imports("worker/room/a.ts", "./commands/queue.ts"),
  imports("worker/room/live/a.ts", "../commands/queue.ts"),
  imports("worker/room/delivery/a.ts", "../storage/journal.ts"),
  imports("worker/room/storage/a.ts", "../../room-rpc.ts"),
  ["worker/room/a.ts", 'import type { Inbox } from "../inbox/inbox.ts";\nexport type I = Inbox;'],
  imports("worker/room/a.test.ts", "../inbox/inbox.ts"),
  ["worker/routes/a.ts", 'import type { AuctionRoom } from "../room/auction-room.ts";\nexport type R = AuctionRoom;'],
  imports("worker/routes/a.ts", "hono"),
  imports("worker/routes/a.ts", "../accounts/sessions.ts"),
  imports("worker/index.ts", "./room/auction-room.ts"),
  imports("worker/index.ts", "./routes/bid.ts"),
  imports("scripts/proof/bench.ts", "../../worker/room/auction-room.ts"),
  imports("web/a.ts", "../worker/contract/bid.ts"),
  imports("web/a.ts", "./pages/landing-page.tsx"),
  imports("web/api/a.ts", "partysocket"),
  imports("web/api/a.ts", "../../worker/rules/money.ts"),
  imports("web/features/selling/a.tsx", "./b.tsx"),
  imports("web/features/selling/a.tsx", "../selling/deep/b.tsx"),
  imports("web/features/selling/a.tsx", "../../ui/button.tsx"),
  imports("web/features/selling/a.tsx", "../../paths.ts"),
  imports("web/features/selling/a.test.tsx", "../browse/card.tsx"),
  imports("web/pages/a.tsx", "../features/selling/b.tsx"),
  imports("web/e2e/a.test.ts", "../server/ports.mjs"),
];

const ROOM = 'import { DurableObject } from "cloudflare:workers";\nexport class Room extends DurableObject<Env> {\n';

/** [rule that must report, file, code]. */
const MISTAKES: readonly (readonly [rule: string, file: string, code: string])[] = [
  ...["Date.now()", "new Date()", "performance.now()", "crypto.randomUUID()", "process.env", "globalThis.name"].map(
    (code) => ["eslint(no-restricted-globals)", "worker/rules/a.ts", `export const seen = ${code};`] as const,
  ),
  ["eslint(no-restricted-globals)", "worker/rules/a.ts", "setTimeout(() => {}, 1);"],
  ["eslint(no-restricted-globals)", "worker/rules/a.ts", 'console.log("x");'],
  ["eslint(no-restricted-globals)", "worker/rules/a.ts", 'export const page = fetch("http://x");'],
  ["eslint(no-restricted-properties)", "worker/rules/a.ts", "export const dice = Math.random();"],
  ["eslint(no-restricted-globals)", "web/ui/a.tsx", 'export const page = fetch("/api/v1/healthz");'],
  ["eslint(no-restricted-globals)", "web/features/bidding/a.ts", 'export const live = new WebSocket("/x");'],
  [
    "typescript(no-floating-promises)",
    "worker/room/a.ts",
    "async function save() {}\nexport function run() {\n  save();\n}",
  ],
  [
    "typescript(no-floating-promises)",
    "worker/routes/a.ts",
    'export function run(env: Env) {\n  env.AUCTION_ROOM.getByName("x").details();\n}',
  ],
  [
    "typescript(no-floating-promises)",
    "worker/catalogue/a.ts",
    'export function run(env: Env) {\n  env.DB.prepare("DELETE FROM users").run();\n}',
  ],
  [
    "typescript(no-floating-promises)",
    "worker/inbox/a.ts",
    "export function run(storage: DurableObjectStorage) {\n  storage.setAlarm(1);\n}",
  ],
  [
    "typescript(no-floating-promises)",
    "worker/rules/a.test.ts",
    "async function save() {}\nexport function run() {\n  save();\n}",
  ],
  ["typescript(no-floating-promises)", "web/a.ts", "async function save() {}\nexport function run() {\n  save();\n}"],
  [
    "typescript(no-floating-promises)",
    "scripts/a.ts",
    "async function save() {}\nexport function run() {\n  save();\n}",
  ],
  [
    "typescript(no-misused-promises)",
    "worker/room/a.ts",
    "export function run(bids: number[], send: (bid: number) => Promise<void>) {\n  bids.forEach(async (bid) => send(bid));\n}",
  ],
  [
    "typescript(no-misused-promises)",
    "worker/room/a.ts",
    "export function run(isLive: () => Promise<boolean>) {\n  return isLive() ? 1 : 2;\n}",
  ],
  [
    "lotline(synchronous-transaction)",
    "worker/room/a.ts",
    "export function run(storage: DurableObjectStorage) {\n  return storage.transactionSync(async () => 1);\n}",
  ],
  [
    "lotline(synchronous-transaction)",
    "worker/room/a.ts",
    "export async function run(ctx: DurableObjectState) {\n  await ctx.storage.transactionSync(async function () {});\n}",
  ],
  [
    "lotline(constant-sql)",
    "worker/room/a.ts",
    "export function run(sql: SqlStorage, id: string) {\n  sql.exec(`DELETE FROM bids WHERE id = '${id}'`);\n}",
  ],
  [
    "lotline(constant-sql)",
    "worker/inbox/a.ts",
    "export function run(ctx: DurableObjectState, id: string) {\n  ctx.storage.sql.exec('DELETE FROM bids WHERE id = ' + id);\n}",
  ],
  [
    "lotline(constant-sql)",
    "worker/catalogue/a.ts",
    "export function run(env: Env, id: string) {\n  return env.DB.prepare(`SELECT * FROM users WHERE id = ${id}`);\n}",
  ],
  [
    "lotline(parsed-not-cast)",
    "worker/http/a.ts",
    "export function run(text: string) {\n  return JSON.parse(text) as { id: string };\n}",
  ],
  [
    "lotline(parsed-not-cast)",
    "worker/catalogue/a.ts",
    "export function run(text: string) {\n  const row: { id: string } = JSON.parse(text);\n  return row.id;\n}",
  ],
  [
    "lotline(parsed-not-cast)",
    "web/api/a.ts",
    "export async function run(response: Response) {\n  return (await response.json()) as { id: string };\n}",
  ],
  ["lotline(hash-private)", "worker/room/a.ts", `${ROOM}  private save() {\n    return 1;\n  }\n}`],
  ["typescript(no-explicit-any)", "worker/http/a.ts", "export const anything = (value: unknown) => value as any;"],
];

const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

let tree = "";
/** The rules that the linter reported for the planted file with this number. */
let found: ReadonlyMap<number, readonly string[]> = new Map();
const plants: readonly Plant[] = [...BREACHES, ...ALLOWED, ...MISTAKES.map(([, file, code]) => [file, code] as const)];

beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "lotline-lint-"));
  await copyTree();
  const files = await Promise.all(plants.map(plantAt));
  found = await lint(files);
});

afterAll(async () => {
  if (tree) await rm(tree, { recursive: true });
});

describe("the import table", () => {
  it.each(BREACHES.map(([file, code], index) => [file, code, index] as const))("%s: %s is a breach", (...plant) => {
    expect(found.get(plant[2])).toContain("lotline(imports)");
  });

  it.each(ALLOWED.map(([file, code], index) => [file, code, BREACHES.length + index] as const))(
    "%s: %s is allowed",
    (...plant) => {
      expect(found.get(plant[2])).not.toContain("lotline(imports)");
    },
  );
});

describe("a planted mistake is reported in its file", () => {
  const first = BREACHES.length + ALLOWED.length;
  it.each(MISTAKES.map(([rule, file, code], index) => [rule, file, code, first + index] as const))(
    "%s in %s: %s",
    (rule, _file, _code, index) => {
      expect(found.get(index)).toContain(rule);
    },
  );
});

/** A copy of the tree with linked packages, outside the repository, so that no other linter run sees it. */
async function copyTree(): Promise<void> {
  const names = await readdir(ROOT);
  const wanted = names.filter((name) =>
    /^(\.oxlintrc\.json|\.gitignore|tsconfig.*\.json|worker|web|scripts)$/.test(name),
  );
  await Promise.all(wanted.map((name) => cp(path.join(ROOT, name), path.join(tree, name), { recursive: true })));
  await symlink(path.join(ROOT, "node_modules"), path.join(tree, "node_modules"));
}

/** Writes one planted file next to the real ones, under a unique name with the same extension. */
async function plantAt([file, code]: Plant, index: number): Promise<string> {
  const { dir, base } = path.posix.parse(file);
  // `worker/index.ts` is replaced in place; the others are new files.
  const name = base === "index.ts" ? `planted-${index}.ts` : base.replace(/^\w+/, `planted-${index}`);
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
