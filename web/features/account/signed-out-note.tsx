import type { Intent } from "../../intent.ts";
import { Alert } from "../../ui/alert.tsx";
import { priceText } from "../../ui/items/price.tsx";

/** Tells a person whose session has ended which of their actions failed. */
export function SignedOutNote({ intent }: { intent: Intent | null }) {
  if (intent === null || intent.personId === null) return null;
  return (
    <Alert tone="warning" className="mb-6">
      You were signed out. {unfinishedText(intent)}
    </Alert>
  );
}

function unfinishedText({ action, amount, currency }: Intent): string {
  const price = amount === null ? null : priceText(amount, currency);
  switch (action) {
    case "bid":
      return price === null ? "Sign in to bid." : `Your bid of ${price} was not placed.`;
    case "maximum":
      return `Your maximum of ${price} was not placed.`;
    case "buy":
      return `You didn't buy this item for ${price}.`;
    case "edit":
      return `Your bid was not changed to ${price}.`;
    case "editMaximum":
      return `Your maximum was not changed to ${price}.`;
    case "undo":
      return "Your bid was not undone.";
    case "delete":
      return "Your bid was not deleted.";
  }
}
