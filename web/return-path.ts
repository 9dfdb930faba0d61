/**
 * The history state that the pages for signing in and up pass to each other: the page to return to, the e-mail address
 * that was typed, and what the person was about to do.
 */
import { paths } from "./paths.ts";

/** What was asked of an auction by someone who had to sign in first. It is offered again afterwards, and never sent. */
export type Intent = {
  readonly act: (typeof ACTS)[number];
  /** Major units; null where none was named yet. */
  readonly amount: number | null;
  readonly currency: string;
  /** Of the bid that was to be changed, undone or deleted. */
  readonly bidId: string | null;
  /** Whose session had ended: it is offered to nobody else. Null for a visitor. */
  readonly by: string | null;
};

/** `maximum` and `editMaximum`: a bid up to an amount. */
const ACTS = ["bid", "maximum", "buy", "edit", "editMaximum", "undo", "delete"] as const;

/** The page after signing in, else the profile. Only addresses of our own pages are accepted. */
export function returnPath(state: unknown): string {
  const from = textIn(state, "from");
  return /^\/(?![/\\])/.test(from) ? from : paths.myProfile;
}

/** The e-mail address that was typed on the page before, else an empty text. */
export function typedEmail(state: unknown): string {
  return textIn(state, "email");
}

/** For the next page of signing in or up: it leads back to the same page, to do the same. */
export function onwardState(state: unknown, email: string) {
  return { from: returnPath(state), email, intent: intentIn(state) };
}

/** For the page to return to. */
export function returnState(state: unknown): { readonly intent: Intent } | null {
  const intent = intentIn(state);
  return intent && { intent };
}

/** A browser may keep the state of an older version. */
export function intentIn(state: unknown): Intent | null {
  const intent = valueIn(state, "intent");
  const [act, amount, currency] = [valueIn(intent, "act"), valueIn(intent, "amount"), textIn(intent, "currency")];
  const known = ACTS.find((one) => one === act);
  if (!known || !/^[A-Z]{3}$/.test(currency)) return null;
  return {
    act: known,
    amount: typeof amount === "number" ? amount : null,
    currency,
    bidId: textIn(intent, "bidId") || null,
    by: textIn(intent, "by") || null,
  };
}

function textIn(state: unknown, name: "from" | "email" | "currency" | "bidId" | "by"): string {
  const value = valueIn(state, name);
  return typeof value === "string" ? value : "";
}

function valueIn(state: unknown, name: string): unknown {
  return typeof state === "object" && state !== null ? Reflect.get(state, name) : undefined;
}
