import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { journalFile } from "../../../api/desk.ts";
import { messageOf } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { toasts } from "../../../ui/toast.ts";

/** Saves the journal of an auction as a file, which `npm run check:auction` verifies by itself. */
export function JournalButton({ auctionId, title }: { auctionId: string; title: string }) {
  const saving = useMutation({
    mutationFn: () => journalFile(auctionId),
    onSuccess: (file) => save(file, `auction-${auctionId}.jsonl`),
    onError: (error) => toasts.error(messageOf(error, "The journal cannot be fetched")),
  });
  return (
    <Button
      look="secondary"
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

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
