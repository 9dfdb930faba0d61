import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { exportData } from "../../api/data-export.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { toasts } from "../../ui/toast.ts";
import { ReauthenticationDialog } from "./reauthentication-dialog.tsx";

/** Downloads everything about the person as one file. Asks for the password first, if there is one. */
export function DataExport({ hasPassword }: { hasPassword: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isOpen, setOpen] = useState(false);
  const exporting = useMutation({
    mutationFn: exportData,
    onSuccess: ({ name, text }) => {
      saveFile(name, new Blob([text], { type: "application/json" }));
      setOpen(false);
      toasts.success("Data Downloaded");
    },
  });
  return (
    <section aria-labelledby="data-export">
      <h2 ref={heading} tabIndex={-1} id="data-export" className="font-display text-lg font-medium">
        Your data
      </h2>
      <p className="mt-1 max-w-xl text-sm text-muted">
        One file with what this site stores about you: your profile, auctions, drafts, bids, winnings, deals, invoices,
        ratings, questions, notifications, watchlist, reports, blocked bidders, categories, sessions and passkeys.
      </p>
      <div className="mt-4">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Download your data
        </Button>
      </div>
      <ReauthenticationDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Download your data"
        text="The file contains your email address and what you did here. Keep it somewhere only you can read it."
        confirmLabel="Download"
        hasPassword={hasPassword}
        busy={exporting.isPending}
        finalFocus={() => heading.current}
        send={exporting.mutate}
      />
    </section>
  );
}
