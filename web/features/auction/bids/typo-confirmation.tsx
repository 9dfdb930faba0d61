import { useEffect, useId, useRef } from "react";

import { Button } from "../../../ui/button.tsx";
import { DialogButtons } from "../../../ui/dialog.tsx";
import { FieldMessage } from "../../../ui/fields/field.tsx";
import { format } from "../../../ui/format.ts";
import { Price, priceText } from "../../../ui/items/price.tsx";
import type { OfferKind } from "./offer-texts.ts";

type TypoConfirmationProps = {
  kind: OfferKind;
  /** Major units, like the other amounts. */
  amount: number;
  /** Null while no one has bid. */
  price: number | null;
  minimum: number;
  /** The room's minimum bid when it refused the amount. Null once the page's own amounts are as recent. */
  refusedMinimum?: number | null;
  currency: string;
  /** Why the amount can't be bid anymore. */
  problem: string | undefined;
  isPending: boolean;
  busyLabel: string;
  onBack: () => void;
};

/**
 * Confirms an unusually high amount, with the current amounts next to it. The first button goes back to the typed text
 * and has focus. The second submits the form around the question.
 */
export function TypoConfirmation({ kind, amount, currency, problem, ...rest }: TypoConfirmationProps) {
  const { price, minimum, refusedMinimum = null, isPending, busyLabel, onBack } = rest;
  const backRef = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => backRef.current?.focus(), []);
  const base =
    refusedMinimum !== null
      ? { label: "minimum bid", amount: refusedMinimum }
      : price === null
        ? { label: "starting price", amount: minimum }
        : { label: "current price", amount: price };
  const times = format.number(Math.round((amount / base.amount) * 10) / 10);
  const name = kind === "upTo" ? "Your maximum" : "Your bid";
  const offer = `bid ${kind === "upTo" ? "up to " : ""}${priceText(amount, currency)}`;
  const rows = [
    [name, amount],
    ...(price === null || refusedMinimum !== null ? [] : [["Current price", price] as const]),
    [price === null && refusedMinimum === null ? "Starting price" : "Minimum bid", refusedMinimum ?? minimum],
  ] as const;
  return (
    <div>
      {/* Announces only amounts that change. */}
      <div id={`${id}-question`} aria-live="polite" className="rounded-md bg-warning-soft px-4 py-3.5">
        <p className="font-medium">Do you really want to {offer}?</p>
        <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm">
          {rows.map(([label, rowAmount]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt>{label}</dt>
              <dd className="text-right font-medium">
                <Price amount={rowAmount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-sm">
          {name} is {times} times the {base.label}.
        </p>
      </div>
      <FieldMessage id={`${id}-problem`} error={problem} />
      <DialogButtons>
        <Button
          ref={backRef}
          size="lg"
          variant="secondary"
          aria-describedby={`${id}-question`}
          disabled={isPending}
          onClick={onBack}
        >
          Go back
        </Button>
        <Button
          type="submit"
          size="lg"
          className="tabular-nums"
          disabled={problem !== undefined}
          busy={isPending}
          busyLabel={busyLabel}
        >
          Yes, {offer}
        </Button>
      </DialogButtons>
    </div>
  );
}
