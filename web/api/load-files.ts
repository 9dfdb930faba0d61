/**
 * Every `import()` of the built pages goes through this, in place of Vite's own helper
 * (scripts/pages/retried-imports.ts). A browser may remember for as long as a page is open that a module could not be
 * fetched (Chromium 150 does), and with it every module that imports it. So all files of an import are fetched into the
 * browser's cache first, and imported once they are all there: an import that has failed can be tried again.
 */

// One per document, like the browser's own memory of modules.
const fetched = new Map<string, Promise<void>>();

/** `files` are the paths of the module and of everything that it imports, without the first slash. */
export function loadFiles<Module>(importModule: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  return Promise.all(files.map((file) => fetchOnce(`/${file}`))).then(() => importModule());
}

function fetchOnce(path: string): Promise<void> {
  const fetching =
    fetched.get(path) ??
    fetchFile(path).catch((error: unknown) => {
      fetched.delete(path);
      throw error;
    });
  fetched.set(path, fetching);
  return fetching;
}

async function fetchFile(path: string): Promise<void> {
  // The page itself loads what its head names.
  if (document.querySelector(`[src="${path}"],[href="${path}"]`)) return;
  const response = await fetch(path);
  if (!response.ok) {
    // Vite's own event. The server has other files since a deployment, and the page is loaded again (reload-when-stale.ts).
    dispatchEvent(new Event("vite:preloadError"));
    throw new Error(path);
  }
  // Only what has been read to its end is in the cache.
  await response.arrayBuffer();
  if (!path.endsWith(".css")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  document.head.append(link);
}
