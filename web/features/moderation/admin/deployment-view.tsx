import { useQuery } from "@tanstack/react-query";

import type { Deployment } from "../../../../worker/contract/admin.ts";
import { deploymentQuery } from "../../../api/admin.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Counters } from "../../../ui/counters.tsx";
import { DateTime } from "../../../ui/date-time.tsx";
import { QueryContent } from "../../../ui/query-content.tsx";

/** The cron trigger runs every minute. After this long without a run, something has failed. */
const SWEEP_OVERDUE_MS = 5 * 60_000;

/** The running version, the deployment's metrics, and its pending work. */
export function DeploymentView() {
  const query = useQuery(deploymentQuery);
  return (
    <QueryContent query={query} failed="We couldn't load the metrics">
      {(deployment) => <DeploymentMetrics deployment={deployment} now={query.dataUpdatedAt} />}
    </QueryContent>
  );
}

function DeploymentMetrics({ deployment, now }: { deployment: Deployment; now: number }) {
  const { version, counts, closings, sweep, pending, restoring } = deployment;
  const lastSweepAt = sweep === null ? null : Date.parse(sweep.begunAt);
  return (
    <div className="space-y-8">
      {restoring && (
        <Alert tone="info">The database was restored from a backup. Checking it against live auctions…</Alert>
      )}
      {(lastSweepAt === null || now - lastSweepAt > SWEEP_OVERDUE_MS) && (
        <Alert tone="danger">The sweep hasn't run for over five minutes. Check the cron trigger.</Alert>
      )}
      <Section title="Totals">
        <Counters
          counters={[
            { label: "People", value: counts.people },
            { label: "Admins", value: counts.admins },
            { label: "Suspended", value: counts.suspended },
            { label: "Open auctions", value: counts.openAuctions },
            { label: "Hidden auctions", value: counts.hiddenAuctions },
            { label: "Bids in the last hour", value: counts.bidsLastHour },
            { label: "Open reports", value: counts.openReports },
          ]}
        />
      </Section>
      <Section title="Pending work">
        <Counters
          counters={[
            { label: "Listings to open", value: pending.listings },
            { label: "Disputed deals", value: pending.disputes },
            { label: "Accounts to delete", value: pending.deletions },
            { label: "Late closes in the last day", value: `${closings.late} of ${closings.count}` },
          ]}
        />
        <ul className="mt-3 space-y-1 text-sm text-muted">
          {pending.oldestDeletionAt !== null && (
            <li>
              The oldest account deletion began <DateTime iso={pending.oldestDeletionAt} withTime />.
            </li>
          )}
          {closings.late > 0 && <li>The longest delay was {Math.round(closings.latestMs / 1_000)} s.</li>}
        </ul>
      </Section>
      <Section title="Version">
        <dl className="grid gap-x-6 gap-y-0.5 text-sm sm:grid-cols-[10rem_1fr] sm:gap-y-2 *:[dd]:mb-2 sm:*:[dd]:mb-0">
          <dt className="text-muted">Version</dt>
          <dd className="break-all">{version ? version.tag || version.id : "Local server, not deployed"}</dd>
          <dt className="text-muted">Deployed</dt>
          <dd>{version ? <DateTime iso={version.deployedAt} withTime /> : "–"}</dd>
          <dt className="text-muted">Last sweep</dt>
          <dd>
            {sweep ? (
              <>
                <DateTime iso={sweep.begunAt} withTime />, took {sweep.tookMs} ms, failed tasks: {sweep.failed}
              </>
            ) : (
              "It hasn't run yet"
            )}
          </dd>
        </dl>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 font-display text-xl font-medium">{title}</h2>
      {children}
    </section>
  );
}
