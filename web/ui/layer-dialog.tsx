import type { ComponentProps } from "react";

import { Dialog } from "./dialog.tsx";
import { useHistoryLayer } from "./use-history-layer.ts";

type LayerDialogProps = ComponentProps<typeof Dialog> & {
  /** Its name in the history, another one than that of a dialog that opens over it. */
  layer: string;
};

/**
 * A dialog that Back closes, as people on phones expect. Not for one whose button leads to another page. It would take
 * its history entry back, and with it that page.
 */
export function LayerDialog({ layer, ...dialog }: LayerDialogProps) {
  useHistoryLayer(layer, dialog.open, () => dialog.onOpenChange(false));
  return <Dialog {...dialog} />;
}
