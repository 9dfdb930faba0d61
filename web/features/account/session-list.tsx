import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useRef } from "react";

import type { OwnSession } from "../../../worker/contract/security.ts";
import { messageOf } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { signOutEverywhere, signOutSession } from "../../api/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DateTime, dateTimeText } from "../../ui/date-time.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toasts } from "../../ui/toast.ts";

const FAILED = "Something went wrong";

/**
 * The person's sessions, which can be ended one by one or all together. The buttons aren't `disabled` during a request,
 * because they would lose focus. After a session has ended, focus moves to the heading, never to another Sign Out
 * button.
 */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.sessions });
  const signOutOne = useMutation({
    mutationFn: signOutSession,
    onSuccess: () => {
      toasts.success("Signed Out");
      heading.current?.focus();
    },
    onError: (error) => toasts.error(messageOf(error, FAILED)),
    onSettled: refresh,
  });
  const signOutAll = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => toasts.success("Signed Out Everywhere"),
    onError: (error) => toasts.error(messageOf(error, FAILED)),
  });
  const busy = signOutOne.isPending || signOutAll.isPending;

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-display text-xl font-medium">
        Where you're signed in
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {sessions.map(({ _id, current, device, network, lastUsedAt }) => {
          const name = device ?? "Unknown device";
          return (
            <li key={_id} className="flex items-start gap-4 py-4">
              <MonitorSmartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  {name}
                  {current && <Badge tone="green">This device</Badge>}
                </p>
                <p className="mt-0.5 text-sm text-muted">
                  Last used <DateTime iso={lastUsedAt} withTime />
                </p>
                {network && <p className="text-sm break-all text-muted">From {network}</p>}
              </div>
              {!current && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Sign out ${name}, last used ${dateTimeText(lastUsedAt, true)}`}
                  aria-disabled={busy}
                  onClick={() => {
                    if (!busy) signOutOne.mutate(_id);
                  }}
                >
                  Sign out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-2 border-t border-line pt-5">
        <Button
          variant="secondary"
          aria-busy={signOutAll.isPending}
          aria-disabled={busy}
          onClick={() => {
            if (!busy) signOutAll.mutate();
          }}
        >
          {signOutAll.isPending && <Spinner />}
          Sign out everywhere
        </Button>
        <p className="mt-2 text-sm text-muted">
          This includes this device. Pages you have open elsewhere are signed out right away.
        </p>
      </div>
    </>
  );
}
