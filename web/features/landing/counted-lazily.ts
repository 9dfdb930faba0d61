import { extraPart } from "../../ui/lazy-part.tsx";

/** Only deployments without samples load it. */
export const Counted = extraPart(async () => (await import("./counted.tsx")).default);
