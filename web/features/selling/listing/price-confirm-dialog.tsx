import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { format } from "../../../ui/format.ts";
import { priceText } from "../../../ui/items/price.tsx";
import type { UnusualPrice } from "./unusual-prices.ts";

type PriceConfirmDialogProps = {
  /** Empty while there's nothing to confirm. */
  prices: readonly UnusualPrice[];
  currency: string;
  onBack: () => void;
  onConfirm: () => void;
};

/** Confirms prices that may be typos, with the numbers to compare. The first button goes back to them. */
export function PriceConfirmDialog({ prices, currency, onBack, onConfirm }: PriceConfirmDialogProps) {
  return (
    <ConfirmDialog
      open={prices.length > 0}
      title="Check your prices"
      backLabel="Go back"
      onBack={onBack}
      confirmButton={<Button onClick={onConfirm}>Keep these prices</Button>}
    >
      <ul className="space-y-3 rounded-md bg-warning-soft px-4 py-3.5 text-sm">
        {prices.map(({ name, amount, base, baseName }) => (
          <li key={name}>
            The {name} of <span className="font-medium">{priceText(amount, currency)}</span> is{" "}
            {format.number(Math.round((amount / base) * 10) / 10)} times the {baseName}, {priceText(base, currency)}.
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
