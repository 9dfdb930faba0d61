/** Pages as the Worker serves them, and the content of their heads, for tests. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";

import worker from "../index.ts";
import { type TestCall, ORIGIN } from "./http.ts";

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
  <meta name="description" content="An online auction marketplace." />
  <title>Lotline</title>
  <meta name="route-files" data-route="/auction/:auctionId" content="/assets/auction.js /assets/parts.js">
  <meta name="route-files" data-route="/auctions" content="/assets/list.js"></head><body><div id="root">
  <template data-first-screen="/"><h1>The room is open.</h1></template>
  <template data-first-screen="/auctions"><h1>All Auctions</h1><img width="640"><img width="640"></template>
  <template data-first-screen="/auction/:auctionId"><img width="720"><h1></h1></template></div><script type="module" src="/main.js"></script></body></html>`;
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; script-src 'self'",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cache-Control": "no-cache",
  ETag: '"plain"',
};

/** Stands in for the built pages, which these tests do not need: one page with its headers. */
export const ASSETS: Fetcher = {
  ...env.ASSETS,
  fetch: async (address: RequestInfo | URL) => {
    const { pathname } = new URL(new Request(address).url);
    return withImmutableHeaders(new Response(PAGE, { status: pathname === "/" ? 200 : 404, headers: PAGE_HEADERS }));
  },
};

/** On the platform the headers of a fetched response are immutable. */
function withImmutableHeaders(response: Response): Response {
  const refuse = () => {
    throw new TypeError("Can't modify immutable headers.");
  };
  Object.assign(response.headers, { set: refuse, append: refuse, delete: refuse });
  return response;
}

export async function openPage(
  path: string,
  bindings: Partial<Env> = {},
  { method = "GET", headers = {} }: Pick<TestCall, "method" | "headers"> = {},
) {
  const request = new Request<unknown, IncomingRequestCfProperties>(ORIGIN + path, {
    method,
    headers: { accept: "text/html,*/*;q=0.8", ...headers },
  });
  const response = await worker.fetch(request, { ...env, ASSETS, ...bindings }, createExecutionContext());
  return { response, ...(await headOf(response)) };
}

/** The head as an HTML parser finds it, with entities decoded. */
export async function headOf(response: Response) {
  const tags: Record<string, string> = {};
  const elements: string[] = [];
  const links: Record<string, string>[] = [];
  const images: Record<string, string>[] = [];
  let title = "";
  let heading = "";
  const html = await response.clone().text();
  await new HTMLRewriter()
    .on("*", { element: (element) => void elements.push(element.tagName) })
    .on("title", { text: (chunk) => void (title += chunk.text) })
    .on("link", {
      element: (element) => void links.push(attributesOf(element)),
    })
    .on("img", { element: (element) => void images.push(attributesOf(element)) })
    .on("h1", { text: (chunk) => void (heading += chunk.text) })
    .on("meta", {
      element(element) {
        const name = element.getAttribute("property") ?? element.getAttribute("name");
        if (name !== null) tags[name] = decodeEntities(element.getAttribute("content") ?? "");
      },
    })
    .transform(response)
    .text();
  return { html, tags, elements, links, images, title: decodeEntities(title), heading: decodeEntities(heading) };
}

function attributesOf({ attributes }: Element): Record<string, string> {
  return Object.fromEntries(Array.from(attributes, ([name = "", value = ""]) => [name, decodeEntities(value)]));
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
