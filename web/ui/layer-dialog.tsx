import type { ComponentProps } from "react";

import { Dialog } from "./dialog.tsx";
import { useHistoryLayer } from "./use-history-layer.ts";

type LayerDialogProps = ComponentProps<typeof Dialog> & {
  /** Its name in the history, different from those of dialogs that open over it. */
  layer: string;
};

/**
 * A dialog that Back closes, as people on phones expect. Don't use it if one of its buttons goes to another page.
 * Closing would remove the history entry, and undo that navigation.
 */
export function LayerDialog({ layer, ...dialog }: LayerDialogProps) {
  useHistoryLayer(layer, dialog.open, () => dialog.onOpenChange(false));
  return <Dialog {...dialog} />;
}
