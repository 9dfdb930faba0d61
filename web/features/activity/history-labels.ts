/** Labels, icons and colors of history entries by type and status. Unknown values are gray. */
import { CircleDot, Gavel, type LucideIcon, SquarePlus, Trophy } from "lucide-react";

import type { BadgeTone } from "../../ui/badge.tsx";

type TypeBadge = { label: string; icon: LucideIcon };

const TYPES: Readonly<Record<string, TypeBadge>> = {
  won: { label: "Won", icon: Trophy },
  created: { label: "Created", icon: SquarePlus },
  bid: { label: "Bid Placed", icon: Gavel },
};
const OTHER_TYPE: TypeBadge = { label: "Activity", icon: CircleDot };

const STATUS_TONES: Readonly<Record<string, BadgeTone>> = {
  completed: "green",
  active: "blue",
  outbid: "red",
  voided: "amber",
};

export function typeBadge(type: string): TypeBadge {
  return TYPES[type] ?? OTHER_TYPE;
}

export function statusTone(status: string): BadgeTone {
  return STATUS_TONES[status] ?? "grey";
}
