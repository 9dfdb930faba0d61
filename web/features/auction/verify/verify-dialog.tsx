import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { journalFileName, journalFileText } from "../../../../worker/contract/journal-file.ts";
import type { JournalEvidence } from "../../../api/journal.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { LayerDialog } from "../../../ui/layer-dialog.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { BrokenVerdict } from "./broken-verdict.tsx";
import { ValidVerdict } from "./valid-verdict.tsx";
import { verifyAuction } from "./verify-auction.ts";

type VerifyDialogProps = { auctionId: string; open: boolean; onClose: () => void };

/** Checks an auction in the browser and shows the result in plain words. Checks again each time it opens. */
export default function VerifyDialog({ auctionId, open, onClose }: VerifyDialogProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["verification", auctionId],
    queryFn: ({ signal }) => verifyAuction(auctionId, signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <LayerDialog
      layer="verify"
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Verify this auction"
      description="Everything that happens in an auction is written to its journal. Your browser reads the whole journal and checks it itself."
    >
      {isFetching ? (
        <output className="flex items-center gap-3 text-sm text-muted">
          <Spinner /> Reading and checking the journal…
        </output>
      ) : isError || !data ? (
        <div className="space-y-4">
          <Alert tone="warning">We couldn't load the journal, so nothing has been checked yet.</Alert>
          <Button variant="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <div className="space-y-5">
          {data.valid ? <ValidVerdict verdict={data} /> : <BrokenVerdict verdict={data} />}
          <JournalDownload evidence={data.evidence} />
        </div>
      )}
    </LayerDialog>
  );
}

function JournalDownload({ evidence }: { evidence: JournalEvidence }) {
  const save = () =>
    saveFile(
      journalFileName(evidence.header.auction),
      new Blob([journalFileText(evidence)], { type: "application/jsonl" }),
    );
  return (
    <div className="border-t border-line pt-4">
      <Button variant="secondary" onClick={save}>
        <Download aria-hidden className="size-4" />
        Download the journal
      </Button>
      <p className="mt-2 text-xs text-muted">
        One file with everything checked here, signatures included. Anyone can check it again at any time, without this
        site.
      </p>
    </div>
  );
}
