import { Badge } from "../../../ui/badge.tsx";

/** How much the auction was just extended, flying in beside the clock. The page announces the new end separately. */
export function ExtensionBadge({ extension }: { extension: string | null }) {
  // The key makes the badge fly in again for each extension.
  return (
    extension !== null && (
      <Badge key={extension} tone="blue" className="animate-fly-in tabular-nums">
        {extension}
      </Badge>
    )
  );
}
