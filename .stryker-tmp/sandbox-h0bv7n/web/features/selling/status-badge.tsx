// @ts-nocheck
import { CircleCheckBig, CircleHelp, Clock, type LucideIcon, Radio } from "lucide-react";

import { Badge, type BadgeTone } from "../../ui/badge.tsx";

type Look = { tone: BadgeTone; icon: LucideIcon };

const LOOKS: Readonly<Record<string, Look>> = {
  Live: { tone: "green", icon: Radio },
  Sold: { tone: "blue", icon: CircleCheckBig },
  Expired: { tone: "red", icon: Clock },
};
const OTHER: Look = { tone: "grey", icon: CircleHelp };

export function StatusBadge({ status, className }: { status: string; className?: string }) {
  const { tone, icon } = LOOKS[status] ?? OTHER;
  return (
    <Badge tone={tone} icon={icon} {...(className === undefined ? {} : { className })}>
      {status}
    </Badge>
  );
}
