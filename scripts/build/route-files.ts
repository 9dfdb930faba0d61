/**
 * Lists in the built page which files some routes load, so that the Worker can add them to the heads of those pages
 * (`worker/pages/page-head.ts`). The list is in the page built with the files, so it never belongs to another
 * deployment.
 */
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/** The pages where most visits begin, except the landing page. Its code is in the first script. */
const ROUTES = { "/auction/:auctionId": "/auction-page.tsx", "/auctions": "/auctions-page.tsx" };

export const routeFiles: Plugin = {
  name: "route-files",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const initialChunks = withImports(
        chunks.filter(({ isEntry }) => isEntry),
        chunks,
      );
      return Object.entries(ROUTES).map(([route, module]): HtmlTagDescriptor => {
        const pageChunks = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (pageChunks.length !== 1) throw new Error(`no file has ${module}`);
        const ownChunks = [...withImports(pageChunks, chunks)].filter((chunk) => !initialChunks.has(chunk));
        const content = ownChunks.map(({ fileName }) => `/${fileName}`).join(" ");
        return { tag: "meta", attrs: { name: "route-files", "data-route": route, content }, injectTo: "head" };
      });
    },
  },
};

/** These files and everything they import, dependents first. */
function withImports(
  roots: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const found = new Set(roots);
  // Iterating over a set includes elements added during the iteration.
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return found;
}
