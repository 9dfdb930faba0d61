import { useId } from "react";

import type { OfferKind } from "./offer-texts.ts";

const CHOICES = [
  { kind: "exact", title: "Bid exactly", text: "Your bid is exactly this amount." },
  {
    kind: "upTo",
    title: "Bid for me up to",
    text: "We raise your bid only as far as it takes to lead. Your maximum stays hidden until a bid reaches it.",
  },
] as const satisfies readonly { kind: OfferKind; title: string; text: string }[];

type OfferChoiceProps = { kind: OfferKind; onChange: (kind: OfferKind) => void };

/** Chooses whether the amount is the bid itself or a maximum for automatic bidding. */
export function OfferChoice({ kind, onChange }: OfferChoiceProps) {
  const id = useId();
  return (
    <fieldset className="mb-5 grid gap-2">
      <legend className="sr-only">How to bid</legend>
      {CHOICES.map((choice) => (
        <label
          key={choice.kind}
          className="flex cursor-pointer gap-3 rounded-md border border-line px-3.5 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={`${id}-kind`}
            checked={kind === choice.kind}
            onChange={() => onChange(choice.kind)}
            aria-labelledby={`${id}-${choice.kind}`}
            aria-describedby={`${id}-${choice.kind}-text`}
            className="mt-0.5 size-4 shrink-0"
          />
          <span className="min-w-0 text-sm">
            <span id={`${id}-${choice.kind}`} className="block font-medium">
              {choice.title}
            </span>
            <span id={`${id}-${choice.kind}-text`} className="mt-0.5 block text-muted">
              {choice.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
