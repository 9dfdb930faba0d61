import { useId, useState } from "react";

import { toMajor } from "../../../worker/rules/money.ts";
import { classes } from "../../ui/classes.ts";
import { currencySign } from "../../ui/fields/currency-signs.ts";
import { CONTROL_CLASS, FieldMessage } from "../../ui/fields/field.tsx";
import { amountText, readAmount } from "../../ui/fields/typed-amount.ts";
import { setConfirmAbove } from "./confirm-above.ts";

type ConfirmAboveFieldProps = { userId: string; amount: number; currency: string };

/** The amount above which a bid takes a second tap. Saved when the field loses focus, or on Enter. */
export function ConfirmAboveField({ userId, amount, currency }: ConfirmAboveFieldProps) {
  const id = useId();
  /** The text being typed. Null while the field shows the current amount. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const sign = currencySign(currency);
  const save = () => {
    if (typed === null) return;
    const parsed = readAmount(typed, currency);
    if (parsed.kind !== "amount") {
      return setProblem(
        parsed.kind === "empty" ? "Enter an amount. Enter 0 to be asked before every bid." : parsed.problem,
      );
    }
    setConfirmAbove(userId, toMajor(parsed.minor));
    setTyped(null);
    setProblem(undefined);
  };
  return (
    <div>
      <div className="flex items-center gap-2.5 sm:justify-end">
        <label htmlFor={id} className="text-sm text-muted">
          Ask before bids above
        </label>
        <div className="relative w-28">
          <span aria-hidden className="absolute inset-y-0 left-3 flex items-center text-sm text-muted">
            {sign}
          </span>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? amountText(amount)}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-message`}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={save}
            // With an input method, Enter first confirms the typed characters.
            onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && save()}
            // The width of the sign and the gap to the text.
            style={{ paddingLeft: `${sign.length * 0.55 + 1}rem` }}
            className={classes(CONTROL_CLASS, "h-9 tabular-nums")}
          />
        </div>
      </div>
      <FieldMessage id={`${id}-message`} error={problem} />
    </div>
  );
}
