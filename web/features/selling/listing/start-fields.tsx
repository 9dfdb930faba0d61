import { serverNow } from "../../../api/server-clock.ts";
import type { ContractForm } from "../../../shared/use-contract-form.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { format } from "../../../ui/format.ts";
import { useTickedValue } from "../../../ui/ticker.ts";
import type { Listing, ListingRules, ListingValues } from "./listing-schema.ts";
import { toTimeChoice, lastDay, toTimestamp, suggestTime } from "./time-choice.ts";

type StartFieldsProps = { form: ContractForm<ListingValues, Listing>; rules: ListingRules };

/** The day and time when bidding begins. If they're empty, it begins when the item is listed. */
export function StartFields({ form, rules }: StartFieldsProps) {
  const { register, getValues, setValue, trigger } = form;
  const errors = form.errors.start;
  const today = useTickedValue(() => toTimeChoice(serverNow()).day);

  // Suggests a future time for the picked day. Without a day there's no start.
  const handleDayChange = () => {
    const start = getValues("start");
    const time = start.day === "" ? "" : suggestTime(start, rules.now(), 0);
    if (time !== start.time) setValue("start.time", time, { shouldDirty: true });
    check();
  };
  // A new start may make the same end valid or invalid.
  const check = () => {
    if (errors) void trigger(["start.day", "start.time"]);
    if (getValues("end.day") !== "") void trigger(["end.day", "end.time"]);
  };

  return (
    <fieldset aria-describedby="start-explained">
      <legend className="text-sm font-medium">Start</legend>
      <p id="start-explained" className="mt-1 text-sm text-muted">
        Bidding starts as soon as you list it. Choose a later time to let people see it first.
      </p>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <TextField
          {...register("start.day", { onChange: handleDayChange, onBlur: check })}
          type="date"
          label="Auction Start Date"
          note="Optional"
          min={today}
          max={lastDay(rules.now())}
          error={errors?.day?.message}
        />
        <TextField
          {...register("start.time", { onChange: () => errors && check(), onBlur: check })}
          type="time"
          label="Starts at"
          note="Optional"
          error={errors?.time?.message}
          hint={`Your time zone: ${format.zoneName(toTimestamp(getValues("start")) ?? rules.now())}`}
        />
      </div>
    </fieldset>
  );
}
