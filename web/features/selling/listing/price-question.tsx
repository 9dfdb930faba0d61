import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { reader } from "../../../ui/format.ts";
import { priceText } from "../../../ui/price.tsx";
import type { UnusualPrice } from "./unusual-prices.ts";

type PriceQuestionProps = {
  /** Empty while nothing is asked. */
  prices: readonly UnusualPrice[];
  currency: string;
  onBack: () => void;
  onConfirm: () => void;
};

/**
 * Asks once more about prices that may be slips, with the figures side by side. Its first button leads back to them.
 */
export function PriceQuestion({ prices, currency, onBack, onConfirm }: PriceQuestionProps) {
  return (
    <Dialog open={prices.length > 0} onOpenChange={(open) => !open && onBack()} title="Are these prices right?">
      <ul className="space-y-3 rounded-md bg-warning-soft px-4 py-3.5 text-sm">
        {prices.map(({ name, amount, base, baseName }) => (
          <li key={name}>
            The {name} of <span className="font-medium">{priceText(amount, currency)}</span> is{" "}
            {reader.count(Math.round((amount / base) * 10) / 10)} times the {baseName}, {priceText(base, currency)}.
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button look="secondary" onClick={onBack}>
          Go back
        </Button>
        <Button onClick={onConfirm}>Yes, they are right</Button>
      </DialogButtons>
    </Dialog>
  );
}
