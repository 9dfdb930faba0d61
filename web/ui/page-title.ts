import { useEffect } from "react";

const NAME = "Lotline";

/** The title of the browser's tab. The Worker writes an auction's first title; this one follows the page. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : `${NAME}: live auctions`;
  }, [title]);
}
