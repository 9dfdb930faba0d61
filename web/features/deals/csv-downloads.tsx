import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { messageOf } from "../../api/failure.ts";
import { type CsvKind, fetchCsv } from "../../api/invoices.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toasts } from "../../ui/toast.ts";

/** Without this mark, some spreadsheets read names in the computer's own encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The person's invoices as files for a spreadsheet. */
export function CsvDownloads() {
  return (
    <>
      <CsvDownload kind="sales" />
      <CsvDownload kind="purchases" />
    </>
  );
}

function CsvDownload({ kind }: { kind: CsvKind }) {
  const download = useMutation({
    mutationFn: fetchCsv,
    onSuccess: ({ name, text }) => saveFile(name, new Blob([BYTE_ORDER_MARK, text], { type: "text/csv" })),
    onError: (error) => toasts.error(messageOf(error, `We couldn't download your ${kind}. Try again.`)),
  });
  return (
    <Button variant="secondary" size="sm" busy={download.isPending} onClick={() => download.mutate(kind)}>
      {!download.isPending && <Download aria-hidden className="size-4" />}
      <span>
        {/* Hidden on a phone, so that both buttons fit on one line. */}
        <span className="max-sm:sr-only">Download </span>
        <span className="inline-block max-sm:first-letter:uppercase">{kind} (CSV)</span>
      </span>
    </Button>
  );
}
