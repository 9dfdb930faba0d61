/**
 * Which folder may import which, as data. A place is a folder or file of the tree; a target is a place or a package.
 * `only` lists everything that a place may import beside itself, `never` what it may not; `types` may be imported by
 * `import type` although the values may not. Tests and the files that serve them are exempt.
 */

type Place = {
  readonly path: string;
  readonly only?: readonly string[];
  readonly never?: readonly string[];
  readonly types?: readonly string[];
  readonly because: string;
};

const HONO = ["hono", "hono-openapi", "@hono/standard-validator"];
const HTTP = [...HONO, "worker/http", "worker/pages", "worker/routes"];
const OBJECTS = ["worker/room", "worker/inbox", "worker/rate-limits/limiter.ts"];
/** Imports that code inside a Durable Object may use. */
const OBJECT_BASE = [
  "cloudflare:workers",
  "node:crypto",
  "lru-cache",
  "worker/rules",
  "worker/contract",
  "worker/catalogue",
  "worker/platform",
  "worker/room-rpc.ts",
  "worker/rate-limits/memory-limiter.ts",
  "worker/rate-limits/numbers.ts",
  "worker/room/numbers.ts",
];
/** The parts of the room that both `live` and `delivery` may import; neither imports the other. */
const BELOW_LIVE = ["worker/room/storage", "worker/room/views", "worker/room/commands"];
const ROOM_ORDER = "in a room imports run one way: numbers, storage, views, commands, live and delivery, the object";
/** The parts of the inbox that the deletion of an account uses. */
const INBOX_PARTS = ["worker/inbox/store.ts", "worker/inbox/owed-calls.ts", "worker/inbox/room-visits.ts"];
const NOT_THE_BROWSERS = ["worker", "scripts", "hono", "drizzle-orm", "cloudflare:workers", "arctic", "jose"];

/** The first place that contains a file is its place, so inner folders are listed before outer ones. */
const PLACES: readonly Place[] = [
  { path: "worker/rules", only: [], because: "the rules are pure and import only themselves" },
  {
    path: "worker/contract",
    only: ["zod", "worker/rules"],
    because: "the contract is public: it imports zod, the rules and itself",
  },
  {
    path: "worker/catalogue",
    only: ["drizzle-orm", "zod", "worker/rules", "worker/contract"],
    because: "the catalogue is below rooms, accounts and routes",
  },
  { path: "worker/platform", only: ["drizzle-orm", "lru-cache"], because: "platform code is below everything else" },
  {
    path: "worker/room-rpc.ts",
    only: ["worker/rules", "worker/contract", "worker/catalogue", "worker/platform"],
    because: "the room's messages are below the room and below all that call it",
  },
  {
    path: "worker/room/numbers.ts",
    only: ["worker/contract"],
    because: "the room's numbers are below everything else in it",
  },
  {
    path: "worker/room/storage",
    only: OBJECT_BASE,
    because: ROOM_ORDER,
  },
  {
    path: "worker/room/views",
    only: [...OBJECT_BASE, "worker/room/storage"],
    because: ROOM_ORDER,
  },
  {
    path: "worker/room/commands",
    only: [...OBJECT_BASE, "worker/room/storage", "worker/room/views"],
    types: ["worker/inbox"],
    because: ROOM_ORDER,
  },
  {
    path: "worker/room/live",
    only: [...OBJECT_BASE, ...BELOW_LIVE],
    types: ["worker/inbox"],
    because: ROOM_ORDER,
  },
  {
    path: "worker/room/delivery",
    only: [...OBJECT_BASE, ...BELOW_LIVE],
    types: ["worker/inbox"],
    because: ROOM_ORDER,
  },
  {
    path: "worker/room",
    only: OBJECT_BASE,
    types: ["worker/inbox"],
    because: "a room calls inboxes by their binding",
  },
  {
    path: "worker/inbox/account-deletion",
    only: [...OBJECT_BASE, "worker/images/store.ts", ...INBOX_PARTS],
    types: ["worker/room"],
    because: "the deletion of an account runs in its inbox, and calls rooms by their binding",
  },
  {
    path: "worker/inbox",
    only: OBJECT_BASE,
    types: ["worker/room"],
    because: "an inbox calls rooms by their binding",
  },
  {
    path: "worker/rate-limits",
    only: ["cloudflare:workers", "worker/platform"],
    because: "a limiter counts keys and does not know whose they are; worker/http/limits.ts does",
  },
  {
    path: "worker/accounts",
    never: [...HTTP, ...OBJECTS],
    types: OBJECTS,
    because: "accounts know neither HTTP nor the inside of an object",
  },
  {
    path: "worker/images",
    never: [...HTTP, ...OBJECTS, "worker/accounts"],
    types: OBJECTS,
    because: "images know neither HTTP nor people",
  },
  {
    path: "worker/selling",
    never: [...HTTP, ...OBJECTS, "drizzle-orm", "cloudflare:workers"],
    types: OBJECTS,
    because: "a use case takes plain parameters, asks the catalogue, and calls objects by their bindings",
  },
  {
    path: "worker/certificates",
    never: [...HTTP, ...OBJECTS, "drizzle-orm"],
    types: OBJECTS,
    because: "a certificate is made from what a room says, without HTTP",
  },
  {
    path: "worker/sweep",
    never: [...HTTP, ...OBJECTS, "drizzle-orm"],
    types: OBJECTS,
    because: "the sweep runs without a request and calls objects by their bindings",
  },
  {
    path: "worker/http",
    never: ["worker/routes", "worker/pages", "worker/selling", ...OBJECTS],
    types: OBJECTS,
    because: "middleware knows no single route",
  },
  {
    path: "worker/pages",
    never: ["worker/routes", ...OBJECTS, "drizzle-orm", "cloudflare:workers"],
    types: OBJECTS,
    because: "pages that the Worker renders know no route of the API",
  },
  {
    path: "worker/routes",
    never: ["worker/routes", ...OBJECTS, "drizzle-orm", "cloudflare:workers"],
    types: OBJECTS,
    because: "a route file imports no other route file, no table, and objects only as types: it calls them by binding",
  },
  { path: "scripts/proof", because: "" },
  { path: "worker", never: ["web", "scripts"], because: "the worker imports neither the browser nor the scripts" },
  { path: "web/e2e", because: "" },
  {
    path: "web/api",
    never: [...NOT_THE_BROWSERS, "web/features", "web/pages"],
    because: "web/api is below the features and the pages",
  },
  {
    path: "web/ui",
    never: [...NOT_THE_BROWSERS, "web/api", "web/features", "web/pages", "partysocket"],
    because: "ui is props in, markup out",
  },
  {
    path: "web/features",
    never: [...NOT_THE_BROWSERS, "web/features", "web/pages", "partysocket"],
    because: "a feature imports web/api, web/ui and web/paths, and no other feature",
  },
  {
    path: "web",
    never: [...NOT_THE_BROWSERS, "partysocket"],
    because: "the browser shares the contract and the rules, and only web/api knows sockets",
  },
];

/** The parts of the worker that the browser may import. */
const SHARED = ["worker/contract", "worker/rules"];
/** Places whose parts may not import each other: files of routes, folders of features. */
const SEPARATE = ["worker/routes", "web/features"];
const TESTS = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * Why `file` may not import `target`, or null when it may. Both are paths from the root of the tree with forward
 * slashes; a target outside the tree is a bare specifier such as `hono/cors`.
 */
export function breach(file: string, target: string, typeOnly: boolean): string | null {
  if (TESTS.test(file) || within(file, "scripts/proof") || within(file, "web/e2e")) return null;
  if (within(target, "scripts/proof")) return "scripts/proof is imported by nothing";
  if (TESTS.test(target)) return "files that serve tests are imported by tests only";
  const place = PLACES.find(({ path }) => within(file, path));
  if (!place || samePart(file, target, place.path)) return null;
  if (typeOnly && place.types?.some((path) => within(target, path))) return null;
  const refused = place.only
    ? !place.only.some((path) => within(target, path))
    : place.never?.some((path) => within(target, path)) && !(within(file, "web") && isShared(target));
  return refused ? `${place.path} may not import ${target}: ${place.because}` : null;
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isShared(target: string): boolean {
  return SHARED.some((path) => within(target, path));
}

function samePart(file: string, target: string, place: string): boolean {
  if (!within(target, place)) return false;
  if (!SEPARATE.includes(place)) return place !== "web" && place !== "worker";
  const part = (path: string) => path.slice(place.length + 1).split("/")[0];
  return part(file) === part(target);
}
