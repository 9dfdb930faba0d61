import { formatMoney, toMajor } from "../rules/money.ts";
import type { Refusal } from "../rules/refusal.ts";
import { ERRORS } from "./errors.ts";
import type { Failure } from "./failure.ts";

/** `$100`, but `INR 1000` as the specification writes rupees. */
function priceText(minor: number, currency: string): string {
  return currency === "INR" ? `INR ${toMajor(minor)}` : formatMoney(minor, currency);
}

/** A refusal by the rules, as clients receive it: the same code, and a sentence with the numbers in major units. */
export function describeRefusal(refusal: Refusal, currency: string): Pick<Failure, "code" | "message" | "details"> {
  const { code } = refusal;
  const money = (minor: number) => formatMoney(minor, currency);
  const minimum = (minor: number, message: string) => ({ code, message, details: { minimum: toMajor(minor) } });
  const maximum = (minor: number, message: string) => ({ code, message, details: { maximum: toMajor(minor) } });
  switch (code) {
    case "bid_too_low":
      return minimum(refusal.minimumMinor, `The minimum bid is ${money(refusal.minimumMinor)}`);
    case "bid_too_high":
      return maximum(refusal.maximumMinor, `The largest bid we accept is ${money(refusal.maximumMinor)}`);
    case "bid_unusual": {
      const [amount, next] = [refusal.amountMinor, refusal.minimumMinor];
      return {
        code,
        message: `${money(amount)} is far above the minimum bid of ${money(next)}. Confirm that you want to bid this.`,
        details: { amount: toMajor(amount), minimum: toMajor(next) },
      };
    }
    case "new_member_amount":
      return maximum(refusal.maximumMinor, `New members can bid up to ${money(refusal.maximumMinor)}`);
    case "maximum_too_low":
      return minimum(refusal.minimumMinor, `The maximum must be at least ${money(refusal.minimumMinor)}`);
    case "below_own_maximum":
      return maximum(refusal.maximumMinor, `Enter more than your current maximum of ${money(refusal.maximumMinor)}`);
    case "starting_price_too_low": {
      const minimumText = priceText(refusal.minimumMinor, currency);
      return minimum(refusal.minimumMinor, `Starting price must be at least ${minimumText}`);
    }
    case "reserve_too_low":
      return minimum(refusal.minimumMinor, `The reserve must be at least ${money(refusal.minimumMinor)}`);
    case "buy_now_too_low":
      return {
        code,
        message: `The Buy Now price must be above ${money(refusal.aboveMinor)}`,
        details: { above: toMajor(refusal.aboveMinor) },
      };
    case "buy_now_gone": {
      const { message } = ERRORS[code];
      return minimum(refusal.minimumMinor, `${message}. The minimum bid is ${money(refusal.minimumMinor)}.`);
    }
    case "buy_now_changed":
      return {
        code,
        message: `The Buy Now price is now ${money(refusal.priceMinor)}`,
        details: { price: toMajor(refusal.priceMinor) },
      };
    case "too_many_questions":
      return {
        code,
        message: `You've asked ${refusal.maximum} questions about this item, so you can't ask more`,
        details: { maximum: refusal.maximum },
      };
    case "terms_frozen":
      return { code, message: ERRORS[code].message, details: { fields: [...refusal.fields] } };
    case "rating_not_shown":
      return { code, message: ERRORS[code].message, details: { from: refusal.shownAt } };
    default: {
      // Doesn't compile if a refusal without a case above has numbers that `details` doesn't allow.
      const { code: _, ...details } = refusal;
      const { message } = ERRORS[code];
      return Object.keys(details).length > 0 ? { code, message, details } : { code, message };
    }
  }
}
