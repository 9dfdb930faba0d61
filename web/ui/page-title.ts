import { useEffect } from "react";

import { SITE_NAME } from "../site-name.ts";

/** The title of the browser's tab. The Worker writes an auction's first title, and this one follows the page. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE_NAME}` : `${SITE_NAME}: live auctions`;
  }, [title]);
}
