import { type ModeratedNote, NOTE_REPORT_REASONS } from "../../../worker/contract/deal-note.ts";
import type { Moderation } from "../../../worker/contract/moderation.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../../ui/full-name.ts";
import { Link } from "../../ui/link.tsx";
import { ActionButton } from "./action-button.tsx";
import { ModerationSection } from "./moderation-section.tsx";
import { PersonActions } from "./person-actions.tsx";
import { personButton } from "./person-button.tsx";
import { ReportList } from "./report-list.tsx";

/** The reported notes in deals, oldest report first, and the hidden ones. */
export function ReportedNotes({ reportedNotes, hiddenNotes }: Pick<Moderation, "reportedNotes" | "hiddenNotes">) {
  return (
    <>
      <ModerationSection title="Reported notes in deals">
        {reportedNotes.map(({ note, reports }) => (
          <li key={noteKey(note)} className="p-4 sm:p-5">
            <NoteText note={note} />
            <ReportList reasons={NOTE_REPORT_REASONS} reports={reports} />
            <div className="mt-4 flex flex-wrap gap-3">
              <HideOrShowButton note={note} />
              <ActionButton action={{ name: "dismissNote", dealId: note.dealId, seq: note.seq }} name={note.text} />
              <PersonActions person={note.by} trigger={personButton("Author", note.by)} />
            </div>
          </li>
        ))}
      </ModerationSection>
      <ModerationSection title="Hidden notes in deals">
        {hiddenNotes.map((note) => (
          <li key={noteKey(note)} className="p-4 sm:p-5">
            <NoteText note={note} />
            <div className="mt-4 flex flex-wrap gap-3">
              <HideOrShowButton note={note} />
            </div>
          </li>
        ))}
      </ModerationSection>
    </>
  );
}

function noteKey({ dealId, seq }: ModeratedNote): string {
  return `${dealId} ${seq}`;
}

function HideOrShowButton({ note: { dealId, seq, text, hidden } }: { note: ModeratedNote }) {
  return <ActionButton action={{ name: hidden ? "showNote" : "hideNote", dealId, seq }} name={text} />;
}

function NoteText({ note: { dealId, auction, text, by, hidden } }: { note: ModeratedNote }) {
  return (
    <>
      <p className="font-medium break-words whitespace-pre-line">{text}</p>
      {hidden && <p className="text-sm break-words text-warning">Hidden. Reason: {hidden.reason}</p>}
      <p className="mt-1 text-sm text-muted">
        {fullName(by)} in the deal for{" "}
        <Link to={paths.adminDeal(dealId)} className="break-words underline underline-offset-2">
          {auction.title}
        </Link>
      </p>
    </>
  );
}
