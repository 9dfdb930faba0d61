import { Price } from "../../ui/price.tsx";

/** The savings. An auction does not end below its starting price, so usually there is nothing to show. */
export function Savings({ amount, currency }: { amount: number; currency: string }) {
  if (amount > 0) return <Price amount={amount} currency={currency} />;
  return (
    <>
      <span aria-hidden>—</span>
      <span className="sr-only">none</span>
    </>
  );
}
