import { useEffect } from "react";

import SiteFooter from "../ui/site-footer.tsx";
import { tolerateReplacedNodes } from "./replaced-nodes.ts";

/**
 * Parts that every page has but no first screen needs: the footer, and tolerance for translators and extensions that
 * change the page after it has rendered.
 */
export function PageEnd() {
  useEffect(tolerateReplacedNodes, []);
  return <SiteFooter />;
}
