/**
 * Serves the first screen of a page, before its script runs. The build has rendered one for some addresses, each in a
 * `<template>` (scripts/pages/first-screens.ts); here the one of the address gets the images and the title that the
 * Worker knows.
 */
import type { Image } from "../contract/catalogue.ts";
import type { PagePath } from "../contract/pages.ts";
import { isUpright, sizedUrl, sourcesOf } from "../contract/pictures.ts";

export type FirstScreen = {
  /** Its images, in their order; a place without one keeps its placeholder. */
  readonly images: readonly (Image | null)[];
  /** If absent, the built heading stays. */
  readonly title?: string;
};

/** Keeps the first screen of the address and fills it in; without one, nothing is shown before the script has run. */
export function withFirstScreen(
  rewriter: HTMLRewriter,
  route: PagePath | undefined,
  screen: FirstScreen | undefined,
): HTMLRewriter {
  const ofRoute = `[data-first-screen="${screen ? route : ""}"]`;
  const kept = `template${ofRoute}`;
  const title = screen?.title;
  const images = screen?.images.values();
  return rewriter
    .on(`template[data-first-screen]:not(${ofRoute})`, { element: (element) => void element.remove() })
    .on(kept, { element: (element) => void element.removeAndKeepContent() })
    .on(`${kept} h1`, { element: (element) => void (title !== undefined && element.setInnerContent(title)) })
    .on(`${kept} img`, {
      element(element) {
        const image = images?.next().value;
        if (!image) return void element.remove();
        element.setAttribute("srcset", sourcesOf(image));
        const look = element.getAttribute("class") ?? "";
        if (isUpright(image)) element.setAttribute("class", look.replace("object-cover", "object-contain"));
        element.setAttribute("src", sizedUrl(image.url, Number(element.getAttribute("width"))));
      },
    });
}
