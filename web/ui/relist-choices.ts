/** How many times an unsold auction is relisted automatically, as options of a select box. */
import { MAX_RELIST_TIMES } from "../../worker/contract/relist-plan.ts";
import type { Option } from "./select.tsx";

/** From never to `most` times. */
export function relistChoices(most = MAX_RELIST_TIMES): Option[] {
  return Array.from({ length: most + 1 }, (_, times) => ({
    value: String(times),
    label: times === 0 ? "No" : times === 1 ? "Once" : `Up to ${times} times`,
  }));
}
