// @ts-nocheck
import { Alert } from "../../ui/alert.tsx";

/** Why parts of an edit form are closed. */
export function EditNotice({ ended, frozen }: { ended: boolean; frozen: boolean }) {
  if (ended) return <Alert tone="warning">This auction has ended: it can no longer be edited.</Alert>;
  if (!frozen) return null;
  return (
    <Alert tone="info">
      Someone has bid on this auction. From now on its picture, title, starting price and end stay as they are; only the
      description may grow.
    </Alert>
  );
}
