/** Labels, icons and colors of history entries by type and status. Unknown values are grey. */
import { CircleDot, Gavel, type LucideIcon, SquarePlus, Trophy } from "lucide-react";

import type { BadgeTone } from "../../ui/badge.tsx";

type TypeLook = { label: string; icon: LucideIcon };

const TYPES: Readonly<Record<string, TypeLook>> = {
  won: { label: "Won", icon: Trophy },
  created: { label: "Created", icon: SquarePlus },
  bid: { label: "Bid Placed", icon: Gavel },
};
const OTHER_TYPE: TypeLook = { label: "Activity", icon: CircleDot };

const STATUS_TONES: Readonly<Record<string, BadgeTone>> = {
  completed: "green",
  active: "blue",
  outbid: "red",
  voided: "amber",
};

export function typeLook(type: string): TypeLook {
  return TYPES[type] ?? OTHER_TYPE;
}

export function statusTone(status: string): BadgeTone {
  return STATUS_TONES[status] ?? "grey";
}
