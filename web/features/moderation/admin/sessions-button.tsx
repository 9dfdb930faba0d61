import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { personSessionsQuery } from "../../../api/admin.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { LayerDialog } from "../../../ui/layer-dialog.tsx";
import { problemText, useLastError } from "../../../ui/problem.ts";
import { QueryContent } from "../../../ui/query-content.tsx";
import { RetryButton } from "../../../ui/retry-button.tsx";
import { ActionButton } from "../action-button.tsx";

/** A person's sessions, fetched when the dialog opens, with the button that signs them out everywhere. */
export function SessionsButton({ personId, name }: { personId: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Sessions: ${name}`} onClick={() => setOpen(true)}>
        Sessions
      </Button>
      <LayerDialog layer="sessions" open={open} onOpenChange={setOpen} title={`${name}'s sessions`}>
        {open && <PersonSessions personId={personId} name={name} />}
      </LayerDialog>
    </>
  );
}

function PersonSessions({ personId, name }: { personId: string; name: string }) {
  const query = useQuery(personSessionsQuery(personId));
  const lastError = useLastError(query.error);
  return (
    <QueryContent
      query={query}
      failed={
        <>
          <Alert tone="danger" className="mb-4">
            We couldn't load the sessions. {problemText(lastError)}
          </Alert>
          <RetryButton query={query} />
        </>
      }
    >
      {(data) => (
        <>
          {data.sessions.length === 0 ? (
            <p className="text-sm text-muted">They aren't signed in anywhere.</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.sessions.map(({ _id, device, network, lastUsedAt, current }) => (
                <li key={_id} className="py-3 text-sm">
                  <p className="font-medium">
                    {device ?? "Unknown device"}
                    {current && " (this device)"}
                  </p>
                  <p className="text-muted">
                    Last used <DateTime iso={lastUsedAt} withTime />
                    {network && (
                      <>
                        {" "}
                        from <span className="whitespace-nowrap">{network}</span>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          )}
          {data.pendingCalls > 0 && (
            <p className="mt-3 text-sm text-muted">Pending calls to auctions: {data.pendingCalls}</p>
          )}
          {data.sessions.length > 0 && (
            <div className="mt-5">
              <ActionButton action={{ name: "endSessions", personId }} name={name} />
            </div>
          )}
        </>
      )}
    </QueryContent>
  );
}
