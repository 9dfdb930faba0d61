/** What an operator should know about a deployment, one line each. */
import { formatMoney, toMinorOrThrow } from "../../worker/rules/money.ts";

/** Pages that only the operator can write. */
const OPERATOR_TEXTS = ["contact.md", "imprint.md"];

/** Says what new members can do, and who must confirm their email. `vars` are the deployed settings as text. */
export function trustLine(vars: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => {
    const value = vars[name];
    return typeof value === "string" ? value : "";
  };
  const [amount, auctions] = [Number(text("NEW_BIDDER_AMOUNT")), Number(text("NEW_BIDDER_AUCTIONS"))];
  const limits = [
    ...(amount > 0 ? [`up to ${formatMoney(toMinorOrThrow(amount), text("CURRENCY"))}`] : []),
    ...(auctions > 0 ? [`in ${auctions} new ${auctions === 1 ? "auction" : "auctions"} a day`] : []),
  ];
  const missing = text("MAIL_FROM") === "" ? "MAIL_FROM" : text("CONFIRM_EMAIL") === "1" ? null : "CONFIRM_EMAIL";
  return [
    limits.length > 0
      ? `New members can bid ${limits.join(" and ")}.`
      : `New members have no limits. ${changeHint("NEW_BIDDER_AMOUNT and NEW_BIDDER_AUCTIONS")}`,
    missing === null
      ? "Bids, purchases and listings need a confirmed email address."
      : `No one has to confirm an email address. ${changeHint(missing)}`,
  ].join(" ");
}

function changeHint(names: string): string {
  return `Set ${names} in wrangler.toml to change that.`;
}

/** A warning if pages show sample text. Null otherwise. */
export function samplesWarning({ FIXED_TEXTS: texts = "sample" }: Readonly<Record<string, unknown>>): string | null {
  if (texts === "real") return null;
  return 'WARNING: this site shows sample figures, ratings and perks. Set FIXED_TEXTS = "real" in wrangler.toml before anyone trades here.';
}

/** `files` are those in the folder `texts`. Null if the operator has written them all. */
export function textsWarning(files: readonly string[]): string | null {
  const missing = OPERATOR_TEXTS.filter((name) => !files.includes(name));
  if (missing.length === 0) return null;
  return `No one can see who runs this site. Write ${missing.map((name) => `texts/${name}`).join(" and ")} to show a link to ${missing.length === 1 ? "it" : "them"} (docs/deploy.md).`;
}
