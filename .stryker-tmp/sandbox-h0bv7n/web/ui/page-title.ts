// @ts-nocheck
import { useEffect } from "react";

const NAME = "Lotline";

/** The title of the browser's tab. The edge fills an auction's first title itself; this one follows the page. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${NAME}` : `${NAME}: live auctions`;
  }, [title]);
}
