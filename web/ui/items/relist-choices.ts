/** How many times an unsold auction is relisted automatically, as options for a select box. */
import { MAX_RELIST_TIMES } from "../../../worker/contract/relist-plan.ts";
import type { Option } from "../fields/select.tsx";

/** From never to `max` times. */
export function relistChoices(max = MAX_RELIST_TIMES): Option[] {
  return Array.from({ length: max + 1 }, (_, times) => ({
    value: String(times),
    label: times === 0 ? "No" : times === 1 ? "Once" : `Up to ${times} times`,
  }));
}
