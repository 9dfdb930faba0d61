/** The icon and the tone of each kind of notification, in the list and as a toast. */
import {
  BadgeDollarSign,
  Ban,
  CircleCheck,
  CircleX,
  Gavel,
  Hourglass,
  type LucideIcon,
  RotateCcw,
  TrendingDown,
  Trophy,
  Undo2,
} from "lucide-react";

import type { NoticeKind } from "../../../worker/contract/notification.ts";
import type { ToastTone } from "../../ui/toast.ts";

type Look = { readonly icon: LucideIcon; readonly tone: ToastTone };

export const LOOKS: Readonly<Record<NoticeKind, Look>> = {
  newBid: { icon: Gavel, tone: "info" },
  outbid: { icon: TrendingDown, tone: "warning" },
  leading: { icon: CircleCheck, tone: "success" },
  won: { icon: Trophy, tone: "success" },
  sold: { icon: BadgeDollarSign, tone: "success" },
  expired: { icon: Hourglass, tone: "info" },
  relisted: { icon: RotateCcw, tone: "info" },
  lost: { icon: CircleX, tone: "info" },
  bidWithdrawn: { icon: Undo2, tone: "warning" },
  releaseAsked: { icon: Undo2, tone: "info" },
  bidReleased: { icon: Undo2, tone: "success" },
  bidVoided: { icon: Ban, tone: "warning" },
  priceFell: { icon: TrendingDown, tone: "info" },
  buyerReleased: { icon: Ban, tone: "warning" },
  cancelled: { icon: Ban, tone: "warning" },
  voided: { icon: Ban, tone: "error" },
};
