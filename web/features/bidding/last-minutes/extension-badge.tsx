import { Badge } from "../../../ui/badge.tsx";

/** How far the end has just moved, flying in beside the clock. The page announces the new end separately. */
export function ExtensionBadge({ extension }: { extension: string | null }) {
  // The key makes each further extension fly in again.
  return (
    extension !== null && (
      <Badge key={extension} tone="blue" className="animate-fly-in tabular-nums">
        {extension}
      </Badge>
    )
  );
}
