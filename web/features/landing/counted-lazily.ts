import { extraPart } from "../../ui/lazy-part.tsx";

/** Only deployments without samples load this. */
export const Counted = extraPart(async () => (await import("./counted.tsx")).default);
