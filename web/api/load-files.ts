/**
 * What every `import()` of the built pages goes through, in the place of Vite's own helper
 * (scripts/pages/retried-imports.ts). A browser may remember for as long as a page is open that a module could not be
 * fetched (Chromium 150 does), and with it every module that imports it. So all files of an import are fetched into the
 * browser's cache first, and imported once they are all there: an import that has failed can be tried again.
 */
const fetched = new Map<string, Promise<void>>();

/** The server answers, but has no such file: it has other ones since a deployment. */
class Missing extends Error {}

/** `files` are the paths of the module and of everything that it imports, without the first slash. */
export async function loadFiles<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  try {
    await Promise.all(files.map((file) => fetchOnce(new URL(`/${file}`, location.href).href)));
    return await importModule();
  } catch (error) {
    // Vite's own event, which reloads the page when its files are those of an older deployment (web/reload-when-stale.ts).
    if (error instanceof Missing) dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
    throw error;
  }
}

function fetchOnce(url: string): Promise<void> {
  let fetching = fetched.get(url);
  if (!fetching) {
    fetching = isInPage(url) ? Promise.resolve() : url.endsWith(".css") ? addStyle(url) : fetchFile(url);
    fetched.set(url, fetching);
    fetching.catch(() => fetched.delete(url));
  }
  return fetching;
}

/** The page's own head names it: it has loaded it, or is about to. */
function isInPage(url: string): boolean {
  return (
    Array.from(document.scripts).some(({ src }) => src === url) ||
    Array.from(document.querySelectorAll("link")).some(({ href }) => href === url)
  );
}

async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Missing(url);
  // Only what has been read to its end is in the cache.
  await response.arrayBuffer();
}

async function addStyle(url: string): Promise<void> {
  await fetchFile(url);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  link.addEventListener("load", resolve);
  link.addEventListener("error", reject);
  document.head.append(link);
  try {
    await promise;
  } catch (error) {
    link.remove();
    throw error;
  }
}
