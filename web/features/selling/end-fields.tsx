import type { FieldError, UseFormRegisterReturn } from "react-hook-form";

import { serverNow } from "../../api/server-clock.ts";
import { momentText } from "../../ui/moment.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useTicking } from "../../ui/ticker.ts";
import { shortTimeLeft } from "../../ui/time-left.ts";
import { dateText, endOf } from "./end-moment.ts";

type EndFieldsProps = {
  date: UseFormRegisterReturn;
  time: UseFormRegisterReturn;
  /** What the two fields hold now. */
  chosen: { date: string; time: string };
  errors: { date?: FieldError | undefined; time?: FieldError | undefined };
};

/** The end of an auction: date and time of day, and what they come to. */
export function EndFields({ date, time, chosen, errors }: EndFieldsProps) {
  const today = useTicking(() => dateText(serverNow()));
  const endsAt = endOf(chosen.date, chosen.time);
  const left = useTicking(() => (endsAt === null ? "" : shortTimeLeft(endsAt - serverNow())));
  const over = useTicking(() => endsAt !== null && endsAt <= serverNow());
  return (
    <div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Auction End Date" type="date" min={today} error={errors.date?.message} {...date} />
        <TextField label="Time of day" type="time" error={errors.time?.message} {...time} />
      </div>
      {endsAt !== null && (
        <p className="mt-2 text-sm text-muted">
          Selected Date:{" "}
          <span className="font-medium text-ink">{momentText(new Date(endsAt).toISOString(), true)}</span>{" "}
          {over ? "(already over)" : `(in ${left})`}
        </p>
      )}
    </div>
  );
}
