/**
 * Every `import()` in the built pages goes through this instead of Vite's helper (`scripts/build/retried-imports.ts`).
 * If a module can't be fetched, some browsers (Chromium 150 is one) remember the failure as long as the page is open.
 * Everything that imports the module then fails too. So we fetch all files of an import into the browser's cache first,
 * and import them once they're all there. That makes a failed import retryable.
 */

// One per document, like the browser's own module map.
const fetched = new Map<string, Promise<void>>();

/** `files` are the paths of the module and everything it imports, without the leading slash. */
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
  // The files in the page's head are already loading.
  if (document.querySelector(`[src="${path}"],[href="${path}"]`)) return;
  const response = await fetch(path);
  if (!response.ok) {
    // Vite's own event. A deployment replaced the files, so the page reloads (reload-when-stale.ts).
    dispatchEvent(new Event("vite:preloadError"));
    throw new Error(path);
  }
  // The browser caches only what was read to the end.
  await response.arrayBuffer();
  if (!path.endsWith(".css")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  document.head.append(link);
}
