import { afterEach, expect, it, vi } from "vitest";

import { loadFiles } from "./load-files.ts";

afterEach(() => document.head.replaceChildren());

const LOST = new TypeError("Failed to fetch");
const fakeImport = () => vi.fn<() => Promise<string>>(() => Promise.resolve("the module"));

/** The responses to requests for files, by name. All other files are served. */
function serve(responses: Record<string, Response | Error>) {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    fetched.push(url);
    const response = responses[url] ?? new Response("export {}");
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  });
  return fetched;
}

it("the page imports a module only after all its files have arrived", async () => {
  serve({ "/lost/b.js": LOST });
  const first = fakeImport();
  await expect(loadFiles(first, ["lost/a.js", "lost/b.js"])).rejects.toBe(LOST);
  expect(first).not.toHaveBeenCalled();

  const fetched = serve({});
  await expect(loadFiles(first, ["lost/a.js", "lost/b.js"])).resolves.toBe("the module");
  // Files that have arrived are not fetched again.
  expect(fetched).toEqual(["/lost/b.js"]);
});

it("the loader doesn't refetch a file that the page is already loading", async () => {
  const link = document.createElement("link");
  link.setAttribute("href", "/named/a.js");
  document.head.append(link);
  const fetched = serve({});
  await loadFiles(fakeImport(), ["named/a.js", "named/b.js"]);
  expect(fetched).toEqual(["/named/b.js"]);
});

it.each([
  ["reloads itself if the server no longer has a file", new Response("", { status: 404 }), 1],
  ["doesn't reload itself if the network is lost", LOST, 0],
])("the page %s", async (_what, response, reloads) => {
  const onPreloadError = vi.fn<() => void>();
  addEventListener("vite:preloadError", onPreloadError);
  serve({ "/gone/a.js": response });
  await expect(loadFiles(fakeImport(), ["gone/a.js"])).rejects.toThrow(Error);
  expect(onPreloadError).toHaveBeenCalledTimes(reloads);
  removeEventListener("vite:preloadError", onPreloadError);
});
