/**
 * Serves the first screen of a page, before its script runs. The build renders one for some URLs, each in a
 * `<template>` (`scripts/build/first-screens.ts`). This file picks the URL's template and adds the images and the title
 * that the Worker has.
 */
import type { Image } from "../contract/catalogue.ts";
import { isPortrait, sizedUrl, srcsetOf } from "../contract/image-sizes.ts";
import type { PagePath } from "../contract/urls/pages.ts";

export type FirstScreen = {
  /** The screen's images, in order. A place without an image keeps its placeholder. */
  readonly images: readonly (Image | null)[];
  /** If absent, the built heading stays. */
  readonly title?: string;
};

/**
 * Keeps the first screen of the URL and fills it in. A page without a first screen shows nothing until its script has
 * run.
 */
export function withFirstScreen(
  rewriter: HTMLRewriter,
  route: PagePath | undefined,
  screen: FirstScreen | undefined,
): HTMLRewriter {
  const routeSelector = `[data-first-screen="${screen ? route : ""}"]`;
  const keptTemplate = `template${routeSelector}`;
  const title = screen?.title;
  const images = screen?.images.values();
  return rewriter
    .on(`template[data-first-screen]:not(${routeSelector})`, { element: (element) => void element.remove() })
    .on(keptTemplate, { element: (element) => void element.removeAndKeepContent() })
    .on(`${keptTemplate} h1`, { element: (element) => void (title !== undefined && element.setInnerContent(title)) })
    .on(`${keptTemplate} img`, {
      element(element) {
        const image = images?.next().value;
        if (!image) return void element.remove();
        element.setAttribute("srcset", srcsetOf(image));
        const className = element.getAttribute("class") ?? "";
        if (isPortrait(image)) element.setAttribute("class", className.replace("object-cover", "object-contain"));
        element.setAttribute("src", sizedUrl(image.url, Number(element.getAttribute("width"))));
      },
    });
}
