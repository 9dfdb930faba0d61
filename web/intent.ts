/**
 * An action for which the person had to sign in first. It's offered again afterward, and never sent automatically.
 */

/** `maximum` and `editMaximum`: a bid up to an amount. */
const ACTIONS = ["bid", "maximum", "buy", "edit", "editMaximum", "undo", "delete"] as const;

export type Intent = {
  readonly action: (typeof ACTIONS)[number];
  /** Major units. Null if the person hasn't entered an amount yet. */
  readonly amount: number | null;
  readonly currency: string;
  /** The ID of the bid to change, undo or delete. */
  readonly bidId: string | null;
  /** The person whose session had ended. The action is offered to no one else. Null for a visitor. */
  readonly personId: string | null;
};

/** The intent in a history entry's state, which other code also uses. */
export function readIntent(state: unknown): Intent | null {
  const intent = readValue(state, "intent");
  const [action, amount, currency] = [
    readValue(intent, "action"),
    readValue(intent, "amount"),
    readText(intent, "currency"),
  ];
  const known = ACTIONS.find((candidate) => candidate === action);
  if (!known || currency === null || !/^[A-Z]{3}$/.test(currency)) return null;
  return {
    action: known,
    amount: typeof amount === "number" ? amount : null,
    currency,
    bidId: readText(intent, "bidId"),
    personId: readText(intent, "personId"),
  };
}

function readText(state: unknown, name: string): string | null {
  const value = readValue(state, name);
  return typeof value === "string" ? value : null;
}

function readValue(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
}
