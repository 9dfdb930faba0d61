/**
 * The built page, with a separate head for each URL. Link previews and search engines read the head and run no scripts.
 * All text is escaped.
 */
import { html } from "hono/html";

import type { Image } from "../contract/catalogue.ts";
import type { PagePath } from "../contract/urls/pages.ts";
import type { HttpContext } from "../http/context.ts";
import { type FirstScreen, withFirstScreen } from "./first-screen.ts";

/** Drawn by scripts/commands/site-images.ts, because previews do not support SVG. */
const DEFAULT_IMAGE = { url: "/share.png", width: 1200, height: 630 };

export type PageHead = {
  /**
   * The route whose files the browser fetches together with the page. If absent, it fetches only the files that every
   * page needs.
   */
  readonly route?: PagePath;
  /** Absent for the built page's title. */
  readonly title?: string;
  readonly description?: string;
  /** Tags for the image and the API call that the browser starts to fetch before the scripts. */
  readonly preload?: ReturnType<typeof html>;
  readonly tags: ReturnType<typeof html>;
  readonly firstScreen?: FirstScreen;
};

export type Preview = {
  /** The canonical URL, regardless of the rest of the request's URL. */
  readonly canonicalUrl: string;
  readonly title: string;
  readonly description: string;
  readonly siteName: string;
  /** Defaults to the site's image. */
  readonly image?: Image;
  /** Whether search engines list the page under this URL. */
  readonly indexed: boolean;
};

/**
 * The page as built, the same for every URL. If the human check is configured, the page's policy allows the check's
 * own page in a frame. If the site shows no samples, we mark that in an attribute, for the script.
 */
export async function fetchBuiltPage(c: HttpContext): Promise<Response> {
  const { turnstile, showsSamples } = c.get("settings");
  const built = await c.env.ASSETS.fetch(new URL("/", c.req.url));
  const page = showsSamples
    ? built
    : new HTMLRewriter()
        .on("html", { element: (element) => void element.setAttribute("data-fixed-texts", "real") })
        .transform(built);
  const policy = page.headers.get("Content-Security-Policy");
  if (turnstile === null || policy === null) return page;
  const response = new Response(page.body, page);
  response.headers.set("Content-Security-Policy", `${policy}; frame-src 'self'`);
  return response;
}

export function previewTags({ canonicalUrl, title, description, siteName, image, indexed }: Preview) {
  const { url, width, height } = image ?? DEFAULT_IMAGE;
  const { origin } = new URL(canonicalUrl);
  return html`${indexed ? html`<link rel="canonical" href="${canonicalUrl}" />` : noIndexTag()}
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:type" content="website" />
    <meta property="og:url" content="${canonicalUrl}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta property="og:image" content="${origin + url}" />
    <meta property="og:image:alt" content="${image ? title : siteName}" />
    ${
      width !== undefined &&
      height !== undefined &&
      html`<meta property="og:image:width" content="${width}" />
        <meta property="og:image:height" content="${height}" />`
    } `;
}

/** A call that the page's script will make. The browser makes it with the person's cookies before the script runs. */
export function preloadTag(path: string) {
  return html`<link rel="preload" as="fetch" crossorigin href="${`/api/v1${path}`}" />`;
}

export function noIndexTag() {
  return html`<meta name="robots" content="noindex" />`;
}

export async function withHead(
  page: Response,
  { route, title, description, preload, tags, firstScreen }: PageHead,
  status: 200 | 404,
) {
  const descriptionTag =
    description === undefined ? null : await html`<meta name="description" content="${description}" />`;
  const tagsHtml = (await tags).toString();
  const preloadHtml = (await preload)?.toString() ?? "";
  const filled = withFirstScreen(new HTMLRewriter(), route, firstScreen)
    .on("head > title", {
      element(element) {
        element.before(preloadHtml, { html: true });
        if (title !== undefined) element.setInnerContent(title);
      },
    })
    .on('head > meta[name="description"]', {
      element: (element) => void (descriptionTag && element.replace(descriptionTag.toString(), { html: true })),
    })
    // The build lists the route's files in the page (scripts/build/route-files.ts).
    .on('head > meta[name="route-files"]', {
      element(element) {
        const files = element.getAttribute("data-route") === route ? element.getAttribute("content") : null;
        element.replace((files?.split(" ") ?? []).map(modulePreload).join(""), { html: true });
      },
    })
    .on("head", { element: (element) => void element.append(tagsHtml, { html: true }) })
    .transform(page);
  const headers = new Headers(filled.headers);
  // These headers describe the unmodified page.
  headers.delete("ETag");
  headers.delete("Content-Length");
  return new Response(filled.body, { status, headers });
}

function modulePreload(file: string): string {
  return `<link rel="modulepreload" crossorigin href="${file}">`;
}
