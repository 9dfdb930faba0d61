import { useEffect } from "react";

import SiteFooter from "../ui/site-footer.tsx";
import { tolerateReplacedNodes } from "./replaced-nodes.ts";

/**
 * Everything that all pages have but no first screen needs: the footer, and the tolerance for browsers that translate a
 * page and extensions that change it, which they do once it is there.
 */
export function PageEnd() {
  useEffect(tolerateReplacedNodes, []);
  return <SiteFooter />;
}
