import type { Moderation } from "../../../worker/contract/moderation.ts";
import { fullName } from "../../ui/full-name.ts";
import { Moment } from "../../ui/moment.tsx";
import { ACTS } from "./acts.ts";
import { ModerationSection } from "./moderation-section.tsx";

/** The admins' actions, newest first. Entries are never changed. */
export function ActJournal({ acts }: Pick<Moderation, "acts">) {
  return (
    <ModerationSection title="Journal" count={acts.length} empty="No admin has done anything yet.">
      {acts.map(({ _id, act, by, at, reason, target }) => (
        <li key={_id} className="px-4 py-3 text-sm break-words sm:px-5">
          <p>
            <span className="font-medium">{fullName(by)}</span> {ACTS[act].past}{" "}
            <span className="font-medium">{target.name}</span>: {reason}
          </p>
          <Moment iso={at} withTime className="text-muted" />
        </li>
      ))}
    </ModerationSection>
  );
}
