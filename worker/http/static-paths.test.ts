import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";

import { app } from "../app.ts";
import { StaticPaths } from "./static-paths.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

describe("the router", () => {
  it("finds the same handlers as Hono's own, the first time and later, for every path of the API", () => {
    const [own, hono] = [new StaticPaths<object>(), new TrieRouter<object>()];
    for (const { method, path, handler } of app.routes)
      for (const router of [own, hono]) router.add(method, path, handler);
    const paths = new Set(
      app.routes.map(({ path }) => path.replaceAll(/:\w+(\{[^}]*\})?/g, "some").replaceAll("*", "some")),
    );
    expect(paths.size).toBeGreaterThan(100);
    for (const path of paths) {
      for (const method of METHODS) {
        const expected = hono.match(method, path);
        for (let time = 0; time < 2; time += 1) expect(own.match(method, path)).toEqual(expected);
      }
    }
  });

  it("finds a route that is added after its path was asked for", () => {
    const router = new StaticPaths<string>();
    router.add("GET", "/healthz", "first");
    expect(router.match("GET", "/healthz")[0]).toHaveLength(1);
    router.add("ALL", "*", "everywhere");
    expect(router.match("GET", "/healthz")[0]).toHaveLength(2);
  });
});
