/**
 * Puts the site's name into the built pages: into their scripts (`web/site-name.ts`), and in place of `%SITE_NAME%` in
 * web/index.html. The Worker has the same name in its settings.
 */
import type { Plugin } from "vite";

const PLACEHOLDER = "%SITE_NAME%";

export function siteName(name: string): Plugin {
  return {
    name: "site-name",
    config: () => ({ define: { __SITE_NAME__: JSON.stringify(name) } }),
    transformIndexHtml: {
      order: "pre",
      handler: (page) => page.replaceAll(PLACEHOLDER, () => escapeHtml(name)),
    },
  };
}

/** Whether a page was built for a site with this name. */
export function isNamed(page: string, name: string): boolean {
  return page.includes(`<title>${escapeHtml(name)}</title>`);
}

/** For text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
