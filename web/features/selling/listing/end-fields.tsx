import { useWatch } from "react-hook-form";

import { serverNow } from "../../../api/server-clock.ts";
import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { format } from "../../../ui/format.ts";
import { useTickedValue } from "../../../ui/ticker.ts";
import { durationText, shortTimeLeft } from "../../../ui/time-left.ts";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";
import { toTimeChoice, endAfterDays, lastDay, toTimestamp, suggestTime } from "./time-choice.ts";

type EndFieldsProps = { form: ContractForm<ListingValues, Listing>; rules: ListingRules };

/** Common auction lengths, in days. */
const DAYS = [3, 5, 7, 10] as const;

/** The day and time at which the auction ends, and the choice in words. */
export function EndFields({ form, rules }: EndFieldsProps) {
  const { register, control, getValues, setValue, trigger } = form;
  const errors = form.errors.end;
  const today = useTickedValue(() => toTimeChoice(serverNow()).day);
  const choice = useWatch({ control, name: "end" });
  const startsAt = toTimestamp(useWatch({ control, name: "start" }));
  const endsAt = toTimestamp(choice);

  // The time must fit the day, so for today this suggests a future time.
  const handleDayChange = () => {
    const end = getValues("end");
    const time = suggestTime(end, rules.now(), rules.leadMs);
    if (end.day !== "" && time !== end.time) setValue("end.time", time, { shouldDirty: true });
    if (errors) void trigger(["end.day", "end.time"]);
  };
  const check = () => {
    if (getValues("end.day") !== "") void trigger(["end.day", "end.time"]);
  };

  // If the start is later, the days count from then.
  const getStart = () => Math.max(rules.now(), startsAt ?? 0);
  const choose = (days: number) => {
    const end = endAfterDays(days, getStart(), getValues("end.time"));
    setValue("end.day", end.day, { shouldDirty: true });
    setValue("end.time", end.time, { shouldDirty: true });
    void trigger(["end.day", "end.time"]);
  };

  return (
    <div>
      <fieldset className="mb-5">
        <legend className="mb-1.5 text-sm font-medium">Duration</legend>
        <div className="flex flex-wrap gap-2">
          {DAYS.map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={choice.day !== "" && choice.day === endAfterDays(days, getStart(), choice.time).day}
              onClick={() => choose(days)}
              className="min-h-11 rounded-full border border-line-strong bg-surface px-4 text-sm font-medium transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {days} days
            </button>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register("end.day", { onChange: handleDayChange, onBlur: check })}
          type="date"
          label="Auction End Date"
          min={today}
          max={lastDay(Math.max(rules.now(), startsAt ?? 0))}
          error={errors?.day?.message}
        />
        <TextField
          {...register("end.time", { onChange: () => errors && check(), onBlur: check })}
          type="time"
          label="Ends at"
          error={errors?.time?.message}
          hint={`Your time zone: ${format.zoneName(endsAt ?? rules.now())}`}
        />
      </div>
      {/* Reserves its height before anything is chosen, so that nothing moves. */}
      <output className="mt-3 block min-h-10 text-sm text-muted sm:min-h-5">
        {endsAt === null ? (
          <>An auction lasts at least {durationText(rules.minAuctionMs)}.</>
        ) : (
          <>
            Selected Date: <span className="font-medium text-ink">{format.fullDateAndTime(endsAt)}</span>
            {!errors && <TimeUntil endsAt={endsAt} />}
          </>
        )}
      </output>
    </div>
  );
}

/** The time until the end, so that a wrong day stands out. */
function TimeUntil({ endsAt }: { endsAt: number }) {
  const text = useTickedValue(() => timeUntilText(endsAt - serverNow()));
  return text && <> ({text})</>;
}

function timeUntilText(durationMs: number): string {
  if (durationMs < 60_000) return "";
  // Without seconds, because an announced text must not change every second.
  return `in ${shortTimeLeft(durationMs).replace(/ \d\ds$/, "")}`;
}
