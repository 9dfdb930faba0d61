/**
 * The linter: what it checks, and which folder may import which. Later overrides replace the same rule in earlier ones.
 */
import { defineConfig } from "oxlint";

const TESTS = ["**/*.test.ts", "**/*.test.tsx", "**/testing/**"];
/** These may import anything. */
const OUTSIDE = [...TESTS, "web/e2e/**", "scripts/proof/**"];

/** The patterns for a package and everything in it, for a folder ("rules/") and for a file ("room-rpc.ts"). */
const patternsOf = (name: string) =>
  name.endsWith("/") ? [`**/${name}**`] : name.endsWith(".ts") ? [`**/${name}`] : [name, `${name}/**`];

type Imports = {
  /** Everything that these files may import besides their own folder. */
  readonly only?: readonly string[];
  /** What these files may not import. Everything else is allowed. */
  readonly never?: readonly string[];
  /**
   * What these files may import only as types. Everything else is allowed. `only` would allow or forbid the import
   * altogether.
   */
  readonly types?: readonly string[];
  /** Patterns of other forbidden imports, as the files write them. */
  readonly patterns?: readonly string[];
  readonly names?: typeof NAMES_WITH_ONE_PLACE;
  readonly because: string;
};

const NAMES_WITH_ONE_PLACE = [
  {
    name: "react-router",
    importNames: ["Link", "NavLink", "Form"],
    message: "use web/ui/link.tsx, which keeps the router's framework out of the first script",
  },
  {
    name: "react",
    importNames: ["lazy"],
    message: "use lazyComponent of web/ui/lazy-component.tsx, which can retry after a failure",
  },
];

const imports = (files: string, { only, never = [], types = [], patterns = [], names = [], because }: Imports) => {
  const allowed = only?.flatMap(patternsOf).map((pattern) => `!${pattern}`);
  const refused = [...(allowed ? ["**", "!./**", ...allowed] : never.flatMap(patternsOf)), ...patterns];
  return {
    files: [files],
    excludeFiles: OUTSIDE,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: names,
          patterns: [
            { group: ["**/proof/**", "**/testing/**"], message: "only tests and proofs may import these" },
            { group: types.flatMap(patternsOf), allowTypeImports: true, message: `only as types: ${because}` },
            { group: refused, message: because },
          ],
        },
      ],
    },
  } as const;
};

const HONO = ["hono", "hono-openapi", "@hono/standard-validator"];
const HTTP = [...HONO, "http/", "pages/", "routes/"];
/** Code that several routes share and that needs their request. It's above the middleware. */
const ABOVE_HTTP = ["object-clients/", "mail/", "authentication/", "moderation/", "catalogue/", "profiles/"];
const OBJECTS = ["room/", "inbox/", "rate-limits/limiter.ts"];
const NOT_THE_WORKERS = ["web/", "scripts/"];
const BELOW_QUERIES = ["drizzle-orm", "zod", "rules/", "contract/", "db/"];
const QUERIES = [...BELOW_QUERIES, "accounts/queries/", "listings/queries/"];
const QUERIES_ORDER = "queries import no use cases, and only the queries of accounts and listings";
/** What code inside a Durable Object may import. */
const OBJECT_BASE = [
  "cloudflare:workers",
  "node:crypto",
  "lru-cache",
  "rules/",
  "contract/",
  "db/",
  "queries/",
  "deals/open-deals.ts",
  "accounts/sessions.ts",
  "platform/",
  "rpc/room-rpc.ts",
  "rpc/internal-headers.ts",
  "settings/",
  "rate-limits/memory-limiter.ts",
  "rate-limits/limits.ts",
  "rate-limits/windows.ts",
];
const ROOM_LIMITS = "../limits.ts";
const ROOM_ORDER =
  "in a room, imports run one way: limits, storage, views, commands, live and delivery, rpc, the object";
const NOT_THE_BROWSERS = ["scripts/", "hono", "drizzle-orm", "cloudflare:workers", "arctic", "jose"];
/** From the Worker's code, the browser shares the contract, the rules and the journal check. */
const NOT_SHARED = ["**/worker/**", "!**/worker/contract/**", "!**/worker/rules/**", "!**/worker/journal/**"];

const UI = {
  never: [...NOT_THE_BROWSERS, "app/", "api/", "shared/", "features/", "pages/", "partysocket"],
  patterns: NOT_SHARED,
  because: "ui is props in, markup out",
};

/** Outer folders before inner ones. */
const IMPORTS = [
  imports("scripts/**", { because: "" }),
  imports("worker/**", { never: NOT_THE_WORKERS, because: "the Worker imports neither browser code nor scripts" }),
  imports("worker/rules/**", { only: [], because: "the rules are pure and import only themselves" }),
  imports("worker/rules/fact-schemas.ts", { only: ["zod"], because: "the facts' types follow from their schemas" }),
  imports("worker/contract/**", {
    only: ["zod", "rules/"],
    because: "the contract is public, and imports only zod, the rules and itself",
  }),
  imports("worker/contract/text/**", { only: [], because: "these text functions import only each other" }),
  imports("worker/journal/**", {
    only: ["zod", "rules/", "contract/"],
    because: "the check of a journal is pure, and runs in browsers, too",
  }),
  imports("worker/db/**", {
    only: ["drizzle-orm", "zod", "rules/", "contract/"],
    because: "the schema and the projection are below every subject",
  }),
  imports("worker/{activity,data-export,deals,ratings}/**", {
    never: [...HTTP, "cloudflare:workers", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "these subjects depend on neither HTTP nor a Durable Object's code",
  }),
  imports("worker/platform/**", {
    only: ["drizzle-orm", "lru-cache", "node:crypto"],
    because: "platform code is below everything else",
  }),
  imports("worker/rpc/**", {
    never: ["hono", "cloudflare:workers", ...NOT_THE_WORKERS],
    patterns: ["../*/**", "!../rules/**", "!../contract/**", "!../db/**", "!../platform/**"],
    because: "the room's messages are below the room and below everything that calls it",
  }),
  imports("worker/room/**", {
    only: OBJECT_BASE,
    because: "a room calls inboxes by their binding",
  }),
  imports("worker/room/limits.ts", {
    only: ["contract/"],
    patterns: ["./**"],
    because: "the room's limits are below everything else in it",
  }),
  imports("worker/room/storage/**", { only: [...OBJECT_BASE, ROOM_LIMITS], because: ROOM_ORDER }),
  imports("worker/room/views/**", { only: [...OBJECT_BASE, ROOM_LIMITS, "storage/"], because: ROOM_ORDER }),
  imports("worker/room/commands/**", {
    only: [...OBJECT_BASE, ROOM_LIMITS, "storage/", "views/"],
    because: ROOM_ORDER,
  }),
  ...["live", "delivery"].map((part) =>
    imports(`worker/room/${part}/**`, {
      only: [...OBJECT_BASE, ROOM_LIMITS, "storage/", "views/", "commands/"],
      because: ROOM_ORDER,
    }),
  ),
  imports("worker/room/rpc/**", {
    only: [...OBJECT_BASE, ROOM_LIMITS, "storage/", "views/", "commands/", "delivery/"],
    because: ROOM_ORDER,
  }),
  imports("worker/inbox/**", {
    only: [...OBJECT_BASE, "accounts/actor.ts"],
    because: "an inbox calls rooms by their binding",
  }),
  imports("worker/inbox/room-calls/**", {
    only: [...OBJECT_BASE, "accounts/actor.ts", "../store.ts"],
    because: "an inbox's calls to rooms are below its other work",
  }),
  imports("worker/inbox/account-deletion/**", {
    only: [...OBJECT_BASE, "activity/joined-auctions.ts", "images/store.ts", "../store.ts", "room-calls/"],
    because: "the deletion of an account runs in its inbox, and calls rooms by their binding",
  }),
  imports("worker/rate-limits/**", {
    only: ["cloudflare:workers", "lru-cache", "platform/"],
    because: "a limiter only counts keys, which worker/http/limiters.ts chooses",
  }),
  imports("worker/{accounts,human-check}/**", {
    never: [...HTTP, ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "accounts depend on neither HTTP nor a Durable Object's code",
  }),
  imports("worker/images/**", {
    never: [...HTTP, "accounts/", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "images depend on neither HTTP nor accounts",
  }),
  imports("worker/listings/*", {
    never: [...HTTP, "drizzle-orm", "cloudflare:workers", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "a use case takes plain parameters, runs its queries, and calls objects by their bindings",
  }),
  imports("worker/questions/*", {
    never: [...HTTP, "drizzle-orm", "cloudflare:workers", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "a use case takes plain parameters, runs its queries, and calls objects by their bindings",
  }),
  imports("worker/signatures/**", {
    never: [...HTTP, "drizzle-orm", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "signed statements use a room's answer and don't depend on HTTP",
  }),
  imports("worker/sweep/**", {
    never: [...HTTP, "drizzle-orm", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "the sweep runs without a request and calls objects by their bindings",
  }),
  imports("worker/http/**", {
    never: ["routes/", "pages/", ...ABOVE_HTTP, ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "middleware depends on no route, and on no code that routes share",
  }),
  ...ABOVE_HTTP.map((subject) =>
    imports(`worker/${subject}*`, {
      never: ["routes/", "pages/", "cloudflare:workers", ...NOT_THE_WORKERS],
      types: OBJECTS,
      because: "code that routes share depends on none of them",
    }),
  ),
  imports("worker/*/queries/**", { only: QUERIES, because: QUERIES_ORDER }),
  imports("worker/accounts/queries/**", { only: BELOW_QUERIES, because: QUERIES_ORDER }),
  imports("worker/pages/**", {
    never: ["routes/", "drizzle-orm", "cloudflare:workers", ...NOT_THE_WORKERS],
    types: OBJECTS,
    because: "pages that the Worker renders don't depend on API routes",
  }),
  imports("worker/routes/**", {
    never: ["routes/", "drizzle-orm", "cloudflare:workers", ...NOT_THE_WORKERS],
    patterns: ["./**"],
    types: OBJECTS,
    because: "a route file imports no other route file, no table, and objects only as types (it has their bindings)",
  }),
  imports("web/**", {
    never: [...NOT_THE_BROWSERS, "partysocket"],
    patterns: NOT_SHARED,
    names: NAMES_WITH_ONE_PLACE,
    because: "the browser shares the contract, the rules and the journal check, and only web/api opens sockets",
  }),
  imports("web/api/**", {
    never: [...NOT_THE_BROWSERS, "app/", "shared/", "features/", "pages/"],
    patterns: NOT_SHARED,
    names: NAMES_WITH_ONE_PLACE,
    because: "web/api is below the shared parts, the features and the pages",
  }),
  imports("web/shared/**", {
    never: [...NOT_THE_BROWSERS, "app/", "features/", "pages/", "partysocket"],
    patterns: NOT_SHARED,
    names: NAMES_WITH_ONE_PLACE,
    because: "features share these parts, so the parts import no feature",
  }),
  imports("web/browser/**", {
    only: ["react"],
    because: "storage, other tabs and the network's state are below everything else on a page",
  }),
  imports("web/pages/**", {
    never: [...NOT_THE_BROWSERS, "app/", "partysocket"],
    patterns: NOT_SHARED,
    names: NAMES_WITH_ONE_PLACE,
    because: "web/app is above the pages, because it routes to them",
  }),
  imports("web/ui/**", { ...UI, names: NAMES_WITH_ONE_PLACE }),
  imports("web/ui/lazy-component.tsx", UI),
  // The same rules apply to files directly in a feature and to files in its folders.
  ...["../", "../../"].map((root, depth) =>
    imports(`web/features/*/${"*/".repeat(depth)}*`, {
      never: [...NOT_THE_BROWSERS, "features/", "pages/", "partysocket"],
      patterns: [`${root}*/**`, `!${root}../**`, "**/app/**", "**/pages/**", "**/features/**", ...NOT_SHARED],
      names: NAMES_WITH_ONE_PLACE,
      because: "a feature imports web/api, web/shared, web/ui and web/paths, and no other feature",
    }),
  ),
];

const globals = (names: readonly string[], message: string) => names.map((name) => ({ name, message }));
const NETWORK = [
  ...globals(["fetch", "XMLHttpRequest"], "only web/api makes requests"),
  ...globals(["WebSocket", "EventSource"], "only web/api opens sockets"),
];
const STORAGE = globals(
  ["localStorage", "sessionStorage", "indexedDB", "caches", "BroadcastChannel"],
  "use web/browser/storage.ts, because browsers may block their storage",
);
/** Globals that the rules can't use, because the rules are pure. */
const WORLD = [
  ...globals(["Date", "Temporal", "performance"], "The rules have no clock. Take the time as an argument"),
  ...globals(["crypto"], "The rules have no randomness. Take IDs as arguments"),
  ...globals(["setTimeout", "setInterval", "setImmediate", "queueMicrotask"], "The rules don't wait"),
  ...globals(["fetch", "console"], "The rules have no I/O"),
  ...globals(["process"], "The rules have no settings. Take them from the command"),
  ...globals(["globalThis"], "The rules have no global state. Take everything as an argument"),
];

export default defineConfig({
  plugins: ["typescript", "react", "unicorn", "oxc", "import", "vitest", "jsx-a11y"],
  jsPlugins: ["./scripts/lint-rules/plugin.ts"],
  options: {
    reportUnusedDisableDirectives: "error",
  },
  categories: {
    correctness: "error",
    suspicious: "warn",
  },
  rules: {
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-explicit-any": "error",
    "react/react-in-jsx-scope": "off",
    "import/no-cycle": "error",
    "import/no-unassigned-import": "off",
    "consistent-return": "off",
    "typescript/consistent-return": "off",
    "unicorn/require-module-specifiers": "off",
    "no-underscore-dangle": "off",
    "no-unused-vars": [
      "error",
      {
        ignoreRestSiblings: true,
      },
    ],
    "vitest/expect-expect": [
      "error",
      {
        assertFunctionNames: ["expect*", "always", "fc.assert"],
      },
    ],
    "vitest/valid-title": ["error", { mustMatch: ["^.{1,80}$", "a title has at most 80 characters"] }],
    "typescript/no-unsafe-enum-comparison": "off",
    "lotline/constant-sql": "error",
    "lotline/synchronous-transaction": "error",
    "lotline/hash-private": "error",
    "unicorn/consistent-function-scoping": "off",
    "typescript/no-import-type-side-effects": "error",
  },
  ignorePatterns: ["dist", ".wrangler", ".types"],
  overrides: [
    ...IMPORTS,
    {
      files: ["worker/**/*.ts", "web/**/*.ts", "web/**/*.tsx"],
      excludeFiles: OUTSIDE,
      rules: { "lotline/parsed-not-cast": "error" },
    },
    {
      files: ["web/**/*.ts", "web/**/*.tsx"],
      // storage.ts and channel.ts are the browser's storage, and load-files.ts only fetches the page's own files.
      excludeFiles: [...OUTSIDE, "web/api/**", "web/browser/{storage,channel,load-files}.ts"],
      rules: { "no-restricted-globals": ["error", ...NETWORK, ...STORAGE] },
    },
    {
      files: ["web/api/**/*.ts"],
      excludeFiles: TESTS,
      rules: { "no-restricted-globals": ["error", ...STORAGE] },
    },
    {
      files: ["worker/rules/**/*.ts"],
      excludeFiles: ["**/*.test.ts"],
      rules: {
        "no-restricted-globals": ["error", ...WORLD],
        "no-restricted-properties": [
          "error",
          {
            object: "Math",
            property: "random",
            message: "The rules have no randomness. Take it as an argument",
          },
        ],
      },
    },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "**/testing/**"],
      rules: {
        "typescript/no-unsafe-type-assertion": "off",
      },
    },
    {
      files: ["scripts/proof/**/*.test.ts"],
      rules: {
        "vitest/no-standalone-expect": "off",
        "vitest/no-conditional-expect": "off",
      },
    },
  ],
});
