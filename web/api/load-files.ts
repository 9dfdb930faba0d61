/**
 * Every `import()` of the built pages goes through this, instead of Vite's own helper
 * (`scripts/pages/retried-imports.ts`). A browser may remember for as long as a page is open that it couldn't fetch a
 * module (Chromium 150 does), and with it every module that imports it. So we first fetch all files of an import into
 * the browser's cache, and import them once they're all there. That way a failed import can be retried.
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
  // The cache has only what was read to its end.
  await response.arrayBuffer();
  if (!path.endsWith(".css")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  document.head.append(link);
}
