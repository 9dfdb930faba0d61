import { useQuery } from "@tanstack/react-query";

import { FRESH_SIGN_IN_MS, type OwnSession } from "../../../worker/contract/security.ts";
import { sessionsQuery } from "../../api/security.ts";
import { Card } from "../../ui/card.tsx";
import { QueryContent } from "../../ui/query-content.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import { SessionList } from "./session-list.tsx";

/** The passkeys, the password and the person's sessions. */
export function SecurityPanel({ hasPassword }: { hasPassword: boolean }) {
  const query = useQuery(sessionsQuery);
  return (
    <QueryContent
      query={query}
      loading={<Skeleton className="h-80 rounded-lg" />}
      failed="We couldn't load your sessions"
    >
      {(sessions) => <Panel sessions={sessions} hasPassword={hasPassword} />}
    </QueryContent>
  );
}

function Panel({ sessions, hasPassword }: { sessions: readonly OwnSession[]; hasPassword: boolean }) {
  // This device first, then the newest sign-in.
  const sorted = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const current = sessions.find((session) => session.current);
  const sessionAgeMs = current ? Date.parse(current.lastUsedAt) - Date.parse(current.createdAt) : Infinity;
  const canSetPassword = hasPassword || sessionAgeMs < FRESH_SIGN_IN_MS;
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <Card className="p-6">
          <PasskeyList hasPassword={hasPassword} />
        </Card>
        <Card className="p-6">
          <h2 className="font-display text-xl font-medium">Password</h2>
          {canSetPassword ? (
            <ChangePasswordForm hasPassword={hasPassword} />
          ) : (
            <p className="mt-3 text-sm text-muted">
              You sign in with Google and have no password here. To set one, sign out and sign in with Google again. You
              then have ten minutes to set one here.
            </p>
          )}
        </Card>
      </div>
      <Card className="p-6">
        <SessionList sessions={sorted} />
      </Card>
    </div>
  );
}
