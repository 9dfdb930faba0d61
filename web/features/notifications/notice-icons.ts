/** The icons named in worker/contract/notice-kinds.ts. */
import {
  BadgeDollarSign,
  Ban,
  CircleCheck,
  CircleX,
  Gavel,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  RotateCcw,
  TrendingDown,
  Trophy,
  Undo2,
} from "lucide-react";

import type { NoticeIcon } from "../../../worker/contract/notice-kinds.ts";

export const NOTICE_ICONS: Readonly<Record<NoticeIcon, LucideIcon>> = {
  ban: Ban,
  bid: Gavel,
  check: CircleCheck,
  clock: Hourglass,
  coin: BadgeDollarSign,
  cross: CircleX,
  falling: TrendingDown,
  question: MessageCircleQuestion,
  repeat: RotateCcw,
  trophy: Trophy,
  undo: Undo2,
};
