/**
 * Puts the site's name into the built pages: into their scripts (`web/site-name.ts`), and in place of `%SITE_NAME%` in
 * web/index.html. The Worker has the same name in its settings.
 */
import { html } from "hono/html";
import type { Plugin } from "vite";

const PLACE = "%SITE_NAME%";

export function siteName(name: string): Plugin {
  return {
    name: "site-name",
    config: () => ({ define: { __SITE_NAME__: JSON.stringify(name) } }),
    transformIndexHtml: {
      order: "pre",
      async handler(page) {
        const text = await escapeHtml(name);
        return page.replaceAll(PLACE, () => text);
      },
    },
  };
}

/** Whether a page was built for a site with this name. */
export async function isNamed(page: string, name: string): Promise<boolean> {
  return page.includes(`<title>${await escapeHtml(name)}</title>`);
}

async function escapeHtml(name: string): Promise<string> {
  return String(await html`${name}`);
}
