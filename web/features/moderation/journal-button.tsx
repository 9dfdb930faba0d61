import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { journalFileName, journalFileText } from "../../../worker/contract/journal-file.ts";
import { messageOf } from "../../api/failure.ts";
import { fetchEvidence } from "../../api/journal.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toasts } from "../../ui/toast.ts";

/** Saves an auction's journal as a file that `scripts/commands/verify-journal.ts` can verify. */
export function JournalButton({ auctionId, title }: { auctionId: string; title: string }) {
  const saving = useMutation({
    mutationFn: () => fetchEvidence(auctionId),
    onSuccess: (file) =>
      saveFile(journalFileName(auctionId), new Blob([journalFileText(file)], { type: "application/jsonl" })),
    onError: (error) => toasts.error(messageOf(error, "We couldn't load the journal. Try again.")),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Export journal: ${title}`}
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {!saving.isPending && <Download aria-hidden className="size-4" />}
      Export journal
    </Button>
  );
}
