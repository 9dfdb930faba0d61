import { useEffect } from "react";

import { SITE_NAME } from "../site-name.ts";

/** The title of the browser tab. The Worker writes an auction's first title, and this keeps it current. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${SITE_NAME}` : `${SITE_NAME}: live auctions`;
  }, [title]);
}
