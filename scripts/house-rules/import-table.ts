/**
 * Who may import whom: the import table of the house, as data. A place is a folder of the tree; a target is a place or
 * a package. `only` lists everything that a place may import beside itself, `never` what it may not; `types` may be
 * named by `import type` although the value may not be imported. Tests and what serves them stand outside the table.
 */

type Place = {
  readonly path: string;
  readonly only?: readonly string[];
  readonly never?: readonly string[];
  readonly types?: readonly string[];
  readonly because: string;
};

const HTTP = ["hono", "hono-openapi", "@hono/standard-validator", "worker/http", "worker/routes"];
const OBJECTS = ["worker/room", "worker/inbox", "worker/rate-limits/limiter.ts"];
const NOT_THE_BROWSERS = ["worker", "scripts", "hono", "drizzle-orm", "cloudflare:workers", "arctic", "jose"];

/** The first place that holds a file is its place, so inner folders stand before outer ones. */
const PLACES: readonly Place[] = [
  { path: "worker/rules", only: [], because: "the law imports itself and nothing else" },
  {
    path: "worker/contract",
    only: ["zod", "worker/rules"],
    because: "the contract imports zod, the law and itself",
  },
  {
    path: "worker/catalogue",
    only: ["drizzle-orm", "zod", "worker/rules", "worker/contract"],
    because: "the catalogue lies below rooms, accounts and routes",
  },
  { path: "worker/platform", only: ["drizzle-orm"], because: "what the platform needs lies below everything" },
  {
    path: "worker/room",
    only: [
      "cloudflare:workers",
      "node:crypto",
      "worker/rules",
      "worker/contract",
      "worker/catalogue",
      "worker/platform",
      "worker/rate-limits",
    ],
    types: ["worker/inbox"],
    because: "a room knows the law, the contract and the catalogue, and the inbox by its binding",
  },
  {
    path: "worker/inbox",
    only: [
      "cloudflare:workers",
      "node:crypto",
      "drizzle-orm",
      "worker/rules",
      "worker/contract",
      "worker/catalogue",
      "worker/platform",
    ],
    types: ["worker/room"],
    because: "an inbox knows the law, the contract and the catalogue, and the rooms by their binding",
  },
  {
    path: "worker/rate-limits",
    only: ["cloudflare:workers", "worker/platform"],
    because: "a limiter counts, and knows neither who nor what",
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
    path: "worker/http",
    never: ["worker/routes", ...OBJECTS],
    types: OBJECTS,
    because: "what every request passes through knows no single route",
  },
  {
    path: "worker/routes",
    never: ["worker/routes", ...OBJECTS, "drizzle-orm", "cloudflare:workers"],
    types: OBJECTS,
    because:
      "a route file imports no other route file, no table, and rooms only as types (they are reached by binding)",
  },
  { path: "scripts/proof", because: "" },
  { path: "worker", never: ["web", "scripts"], because: "the worker knows neither the browser nor the scripts" },
  { path: "web/e2e", because: "" },
  {
    path: "web/api",
    never: [...NOT_THE_BROWSERS, "web/features", "web/pages"],
    because: "web/api lies below the features and the pages",
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
    because: "the browser shares the contract and the law, and only web/api knows sockets",
  },
];

/** What the browser may share of the worker, although the rest of it is closed. */
const SHARED = ["worker/contract", "worker/rules"];
/** Places in which each part is a house of its own: a file of routes, a folder of features. */
const SEPARATE = ["worker/routes", "web/features"];
const TESTS = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * Why `file` may not import `target`, or null when it may. Both are paths from the root of the tree with forward
 * slashes; a target outside the tree is a bare specifier such as `hono/cors`.
 */
export function breach(file: string, target: string, typeOnly: boolean): string | null {
  if (TESTS.test(file) || within(file, "scripts/proof") || within(file, "web/e2e")) return null;
  if (within(target, "scripts/proof")) return "scripts/proof is imported by nothing";
  if (TESTS.test(target)) return "what serves the tests is imported by tests alone";
  const place = PLACES.find(({ path }) => within(file, path));
  if (!place || sameHouse(file, target, place.path)) return null;
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

function sameHouse(file: string, target: string, place: string): boolean {
  if (!within(target, place)) return false;
  if (!SEPARATE.includes(place)) return place !== "web" && place !== "worker";
  const part = (path: string) => path.slice(place.length + 1).split("/")[0];
  return part(file) === part(target);
}
