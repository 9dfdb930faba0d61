import type { Person } from "../../../worker/contract/catalogue.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";

type ReportListProps = {
  reasons: readonly { readonly value: string; readonly label: string }[];
  reports: readonly { readonly reason: string; readonly text: string; readonly by: Person; readonly at: string }[];
};

/** The reports about one thing, oldest first. */
export function ReportList({ reasons, reports }: ReportListProps) {
  return (
    <ul className="mt-3 space-y-3 border-l-2 border-line pl-4 text-sm">
      {reports.map(({ reason, text, by, at }) => (
        <li key={by._id}>
          <p className="font-medium">{reasons.find(({ value }) => value === reason)?.label ?? reason}</p>
          {text !== "" && <p className="break-words whitespace-pre-line">{text}</p>}
          <p className="text-muted">
            {fullName(by)}, <DateTime iso={at} withTime />
          </p>
        </li>
      ))}
    </ul>
  );
}
