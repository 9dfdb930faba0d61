import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { type SitePage, type PageName, PAGE_NAMES, PAGES } from "../../worker/contract/urls/pages.ts";
import { usePageTitle } from "../ui/use-page-title.ts";

type Components = Readonly<Partial<Record<PageName, ComponentType>>>;

/** The routes of the pages for this audience, with their titles. `basePath` is the parent route's path. */
export function pageRoutes(components: Components, audience: SitePage["audience"], basePath = ""): RouteObject[] {
  return PAGE_NAMES.flatMap((name) => {
    const page: SitePage = PAGES[name];
    const Content = components[name];
    if (!Content || page.audience !== audience) return [];
    const path = page.path.slice(basePath.length).replace(/^\//, "");
    return [{ path, element: <TitledPage page={page} Content={Content} /> }];
  });
}

type TitledPageProps = { page: SitePage; Content: ComponentType };

function TitledPage({ page, Content }: TitledPageProps) {
  return (
    <>
      {page.title !== undefined && <Title title={page.path === PAGES.home.path ? undefined : page.title} />}
      <Content />
    </>
  );
}

/** Rendered before the page, so that a page with a title of its own sets it last. */
function Title({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return null;
}
