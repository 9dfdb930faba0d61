import { useEffect } from "react";

import SiteFooter from "../ui/site-footer.tsx";
import { tolerateReplacedNodes } from "./replaced-nodes.ts";

/**
 * What all pages have but no first screen needs: the footer, and tolerance for browsers that translate a page and
 * extensions that change it once it is there.
 */
export function PageEnd() {
  useEffect(tolerateReplacedNodes, []);
  return <SiteFooter />;
}
