/** What a deployment asks of new members, in one line for its operator. */
import { formatMoney } from "../../worker/rules/money.ts";
import type { Settings } from "../../worker/settings.ts";

type Asked = Pick<Settings, "newMembers" | "confirmsEmail" | "mailFrom" | "currency">;

export function trustLine({ newMembers, confirmsEmail, mailFrom, currency }: Asked): string {
  return `${limitsText(newMembers, currency)} ${emailText(confirmsEmail, mailFrom)}`;
}

function limitsText(limits: Asked["newMembers"], currency: string): string {
  if (limits === null) {
    return "New members have no limits. Set NEW_BIDDER_AMOUNT and NEW_BIDDER_AUCTIONS in wrangler.toml to change that.";
  }
  const { amountMinor, auctionsPerDay } = limits;
  const parts = [
    ...(amountMinor > 0 ? [`up to ${formatMoney(amountMinor, currency)}`] : []),
    ...(auctionsPerDay > 0 ? [`in ${auctionsPerDay} new auctions a day`] : []),
  ];
  return `New members can bid ${parts.join(" and ")}.`;
}

function emailText(confirmsEmail: boolean, mailFrom: string | null): string {
  if (confirmsEmail) return "Bids, purchases and listings need a confirmed email address.";
  const setting = mailFrom === null ? "MAIL_FROM" : "CONFIRM_EMAIL";
  return `No one has to confirm an email address. Set ${setting} in wrangler.toml to change that.`;
}
