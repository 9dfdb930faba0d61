/**
 * Every kind of notification, declared once: its values, its sentence, its look and its topic. A room sends the kind
 * and the values, or the Worker does for a deal or a question. An inbox stores them, and `sentenceOf` puts them into
 * words when someone reads. The bell needs the icons and tones, so this is in the contract and doesn't use zod.
 */
import type { Side } from "../rules/deal.ts";
import { formatMoney } from "../rules/money.ts";

/** The largest count of one kind that a sentence shows. More is "99+". */
export const MAX_SHOWN_COUNT = 99;

/** The auction as it was when the notice was sent. Amounts are minor units of its currency. */
type NoticeSubject = { readonly title: string; readonly currency: string };

/** The other parts of a sentence: the title in quotation marks, and amounts as text. */
type NoticeWords = { readonly title: string; readonly money: (minor: number) => string };

type NoticeTopic =
  /** Who leads an open auction, for its bidders. Only the newer of these two is true. */
  | "leading"
  | "notLeading"
  /** Something happened in a seller's open auction. */
  | "openSale"
  /** Something happened to the person's own bid. It stays true whatever happens later. */
  | "ownBid"
  /** Someone has asked or answered a question about an item. */
  | "question"
  /** How an auction ended, or that it was listed again. Notifications about bids never push these out. */
  | "end"
  /** Something happened in a deal. Only the newest notification matters to each side. */
  | "deal";

/** The topics that a newer notification about the same auction makes untrue. Each also replaces its own kind. */
const REPLACED_TOPICS: Readonly<Record<NoticeTopic, readonly NoticeTopic[]>> = {
  leading: ["leading", "notLeading"],
  notLeading: ["leading", "notLeading"],
  openSale: [],
  ownBid: [],
  question: [],
  end: ["end", "leading", "notLeading", "openSale"],
  deal: ["deal"],
};

export type NoticeIcon =
  | "ban"
  | "bid"
  | "check"
  | "clock"
  | "coin"
  | "cross"
  | "falling"
  | "question"
  | "repeat"
  | "trophy"
  | "undo";

type NoticeTableEntry<Values extends object> = {
  readonly topic: NoticeTopic;
  /** Bidders never receive it. */
  readonly sellerOnly?: true;
  /** Bids may cause hundreds within a second, so an inbox may store them up to half a second later. */
  readonly inBursts?: true;
  readonly tone: "success" | "error" | "warning" | "info";
  readonly icon: NoticeIcon;
  readonly one: (words: NoticeWords & Values) => string;
  /** The words after a count. Without them, the newest notification stands for all. */
  readonly several?: (words: NoticeWords & Values) => string;
};

type NoticeAmount = { readonly amountMinor: number };

/** The words after "The buyer" or "The seller" for what the other side did in a deal. */
const DEAL_NEWS = {
  accepted: "accepted your offer for",
  declined: "declined your offer for",
  addressGiven: "gave a delivery address for",
  pickUpChosen: "will pick up",
  paid: "says they've paid for",
  markedPaid: "received your payment for",
  sent: "sent",
  handedOver: "handed over",
  received: "received",
  cancelRequested: "asked to cancel the deal for",
  cancelDropped: "wants to continue the deal for",
  cancelled: "agreed to cancel the deal for",
  disputed: "reported a problem with the deal for",
  settled: "marked the problem as solved in the deal for",
  rated: "rated you for",
  ratedToo: "rated you too, so you can now see both ratings for",
  replied: "replied to your rating for",
} as const;
export type DealNews = keyof typeof DEAL_NEWS;

/** Why a deal has ended, in words for each side. */
const DEAL_ENDS = {
  notPaid: ({ title }: NoticeWords, to: Side) =>
    to === "buyer"
      ? `The seller closed the deal for ${title} because it wasn't paid for`
      : `The deal for ${title} is closed`,
  notSent: ({ title }: NoticeWords) => `The deal for ${title} is closed because the item wasn't sent or handed over`,
  notAnswered: ({ title }: NoticeWords, to: Side) =>
    to === "buyer" ? `The offer for ${title} has expired` : `The next bidder didn't respond to your offer for ${title}`,
  received: ({ title }: NoticeWords) => `The deal for ${title} is done`,
  forBuyer: ({ title }: NoticeWords) => `Our team closed the deal for ${title} in favor of the buyer`,
  forSeller: ({ title }: NoticeWords) => `Our team closed the deal for ${title} in favor of the seller`,
} as const;
export type DealEnd = keyof typeof DEAL_ENDS;

const defineKind = <Values extends object>(declared: NoticeTableEntry<Values>) => declared;

const TABLE = {
  newBid: defineKind<NoticeAmount & { readonly priceMinor: number }>({
    topic: "openSale",
    sellerOnly: true,
    inBursts: true,
    tone: "info",
    icon: "bid",
    one: ({ title, money, amountMinor }) => `New bid of ${money(amountMinor)} on ${title}`,
    // The rules may have raised the leader above this bid.
    several: ({ title, money, priceMinor }) => `new bids on ${title}, now ${money(priceMinor)}`,
  }),
  outbid: defineKind<NoticeAmount>({
    topic: "notLeading",
    inBursts: true,
    tone: "warning",
    icon: "falling",
    one: ({ title, money, amountMinor }) => `You were outbid on ${title}. The price is now ${money(amountMinor)}.`,
  }),
  leading: defineKind<{ readonly openedMaxMinor?: number }>({
    topic: "leading",
    tone: "success",
    icon: "check",
    one: ({ title, money, openedMaxMinor: max }) => {
      const maximumText = max === undefined ? "" : `. Your maximum of ${money(max)} is now public.`;
      return `You are the highest bidder on ${title} again${maximumText}`;
    },
  }),
  won: defineKind<NoticeAmount & { readonly bought: boolean }>({
    topic: "end",
    tone: "success",
    icon: "trophy",
    one: ({ title, money, amountMinor, bought }) =>
      `You ${bought ? "bought" : "won"} ${title} for ${money(amountMinor)}`,
  }),
  sold: defineKind<NoticeAmount & { readonly bought: boolean }>({
    topic: "end",
    sellerOnly: true,
    tone: "success",
    icon: "coin",
    one: ({ title, money, amountMinor, bought }) =>
      `${title} ${bought ? "was bought" : "sold"} for ${money(amountMinor)}`,
  }),
  expired: defineKind<{ readonly highestMinor: number | null }>({
    topic: "end",
    sellerOnly: true,
    tone: "info",
    icon: "clock",
    one: ({ title, money, highestMinor: highest }) =>
      highest === null
        ? `${title} ended without a bid`
        : `${title} ended below its reserve. The highest bid was ${money(highest)}.`,
  }),
  relisted: defineKind<object>({
    topic: "end",
    sellerOnly: true,
    tone: "info",
    icon: "repeat",
    one: ({ title }) => `${title} was listed again`,
  }),
  lost: defineKind<{ readonly soldForMinor: number | null }>({
    topic: "end",
    tone: "info",
    icon: "cross",
    one: ({ title, money, soldForMinor: price }) =>
      price === null
        ? `${title} ended below its reserve, so no one won`
        : `${title} was sold to another bidder for ${money(price)}`,
  }),
  bidWithdrawn: defineKind<NoticeAmount & { readonly how: "byBidder" | "asMistake" | "byTeam" }>({
    topic: "openSale",
    sellerOnly: true,
    tone: "warning",
    icon: "undo",
    one: ({ title, money, amountMinor, how }) => {
      const bid = `bid of ${money(amountMinor)} on ${title}`;
      if (how === "byTeam") return `Our team voided a ${bid}`;
      return `A ${bid} was ${how === "asMistake" ? "undone" : "withdrawn"}`;
    },
    several: ({ title, money, amountMinor, how }) => {
      const outcomeText = how === "byTeam" ? "withdrawn or voided" : "withdrawn";
      return `bids on ${title} were ${outcomeText}. The last one was for ${money(amountMinor)}.`;
    },
  }),
  releaseRequested: defineKind<NoticeAmount>({
    topic: "openSale",
    sellerOnly: true,
    tone: "info",
    icon: "undo",
    one: ({ title, money, amountMinor }) => `A bidder asked to withdraw a bid of ${money(amountMinor)} on ${title}`,
  }),
  bidReleased: defineKind<NoticeAmount>({
    topic: "ownBid",
    tone: "success",
    icon: "undo",
    one: ({ title, money, amountMinor }) => `The seller released your bid of ${money(amountMinor)} on ${title}`,
  }),
  bidVoided: defineKind<NoticeAmount & { readonly by: "seller" | "admin"; readonly reason?: string }>({
    topic: "ownBid",
    tone: "warning",
    icon: "ban",
    one: ({ title, money, amountMinor, by, reason }) => {
      const who = by === "seller" ? "The seller" : "Our team";
      return `${who} voided your bid of ${money(amountMinor)} on ${title}${reason === undefined ? "" : `. Reason: ${reason}`}`;
    },
  }),
  priceFell: defineKind<{ readonly how: "withdrawn" | "voided"; readonly priceMinor: number }>({
    topic: "notLeading",
    tone: "info",
    icon: "falling",
    one: ({ title, money, how, priceMinor }) => {
      return `The highest bid on ${title} was ${how}. The price is now ${money(priceMinor)}.`;
    },
  }),
  questionAsked: defineKind<object>({
    topic: "question",
    sellerOnly: true,
    tone: "info",
    icon: "question",
    one: ({ title }) => `Someone asked a question about ${title}`,
  }),
  questionAnswered: defineKind<object>({
    topic: "question",
    tone: "success",
    icon: "question",
    one: ({ title }) => `The seller answered your question about ${title}`,
  }),
  newAnswer: defineKind<object>({
    topic: "question",
    tone: "info",
    icon: "question",
    one: ({ title }) => `The seller answered a question about ${title}`,
  }),
  buyerReleased: defineKind<object>({
    topic: "end",
    tone: "warning",
    icon: "ban",
    one: ({ title }) => `The sale of ${title} was canceled`,
  }),
  secondChance: defineKind<NoticeAmount>({
    topic: "deal",
    tone: "success",
    icon: "trophy",
    one: ({ title, money, amountMinor }) =>
      `You can buy ${title} for ${money(amountMinor)}, because the winner didn't pay. Answer within 48 hours.`,
  }),
  dealStep: defineKind<{ readonly by: Side; readonly news: DealNews }>({
    topic: "deal",
    tone: "info",
    icon: "check",
    one: ({ title, by, news }) => `The ${by} ${DEAL_NEWS[news]} ${title}`,
  }),
  dealReminder: defineKind<{ readonly hours: number }>({
    topic: "deal",
    tone: "warning",
    icon: "clock",
    one: ({ title, hours }) => `Pay for ${title} within ${hours === 1 ? "1 hour" : `${hours} hours`}`,
  }),
  dealUnpaid: defineKind<{ readonly to: Side; readonly count: number; readonly limit: number }>({
    topic: "deal",
    tone: "warning",
    icon: "clock",
    one: ({ title, to, count, limit }) => {
      if (to === "seller") return `The buyer didn't pay for ${title} in time. Choose what happens next.`;
      const late = `You didn't pay for ${title} in time`;
      if (limit === 0) return late;
      const unpaid = count === 1 ? "1 deal" : `${count} deals`;
      if (count >= limit)
        return `${late}. You can no longer bid or buy, because you left ${unpaid} unpaid within a year.`;
      return `${late}. You've left ${unpaid} unpaid within a year. After ${limit}, you can no longer bid or buy.`;
    },
  }),
  dealEnded: defineKind<{ readonly to: Side; readonly end: DealEnd }>({
    topic: "deal",
    tone: "info",
    icon: "check",
    one: ({ to, end, ...words }) => DEAL_ENDS[end](words, to),
  }),
  cancelled: defineKind<object>({
    topic: "end",
    tone: "warning",
    icon: "ban",
    one: ({ title }) => `The seller canceled ${title}, so your bids are void`,
  }),
  voided: defineKind<{ readonly reason: string; readonly to: "seller" | "bidder" }>({
    topic: "end",
    tone: "error",
    icon: "ban",
    one: ({ title, reason, to }) =>
      `Our team has voided ${title}${to === "bidder" ? ", so your bids no longer count" : ""}. Reason: ${reason}`,
  }),
};

export type NoticeKind = keyof typeof TABLE;

/** The values that each kind has in addition to its auction's own. */
export type KindValues = {
  readonly [Name in NoticeKind]: (typeof TABLE)[Name] extends NoticeTableEntry<infer Values extends object>
    ? Values
    : never;
};
/** The part of a notification that an inbox stores, enough for its sentence. */
export type NoticeValues<Name extends NoticeKind = NoticeKind> = NoticeSubject & KindValues[Name];

export const NOTICE_KINDS: { readonly [Name in NoticeKind]: NoticeTableEntry<KindValues[Name]> } = TABLE;

export const ALL_NOTICE_KINDS = Object.keys(TABLE).filter((name): name is NoticeKind => name in TABLE);

/** Kinds about how auctions ended, and their deals. An inbox keeps them separately, up to their own limit. */
export const END_NOTICE_KINDS = ALL_NOTICE_KINDS.filter(isAboutEnd);

export function isAboutEnd(name: NoticeKind): boolean {
  return NOTICE_KINDS[name].topic === "end" || isAboutDeal(name);
}

/** Kinds that follow from a deal's event, not from an auction's fact. */
export function isAboutDeal(name: NoticeKind): boolean {
  return NOTICE_KINDS[name].topic === "deal";
}

/**
 * Kinds about a question. No fact of the auction records these, so their number is the time when the question was
 * asked or answered (epoch ms).
 */
export function isAboutQuestion(name: NoticeKind): boolean {
  return NOTICE_KINDS[name].topic === "question";
}

/** Whether a notification shows a count of its kind, so that each one must arrive. */
export function isCounted(name: NoticeKind): boolean {
  return NOTICE_KINDS[name].several !== undefined;
}

/** The kinds that a new notification replaces for the same auction: its own, and those that it makes untrue. */
export function kindsReplacedBy(name: NoticeKind): readonly NoticeKind[] {
  const replaced = REPLACED_TOPICS[NOTICE_KINDS[name].topic];
  return ALL_NOTICE_KINDS.filter((other) => other === name || replaced.includes(NOTICE_KINDS[other].topic));
}

/** The sentence for a notification that represents `count` of its kind. The values are those of the newest. */
export function sentenceOf<Name extends NoticeKind>(name: Name, values: NoticeValues<Name>, count = 1): string {
  const { one, several } = NOTICE_KINDS[name];
  const money = (minor: number) => formatMoney(minor, values.currency);
  const words = { ...values, title: quoteTitle(values.title), money };
  return several && count > 1 ? `${countText(count)} ${several(words)}` : one(words);
}

function countText(count: number): string {
  return count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : `${count}`;
}

/** A title in quotation marks. Quotation marks inside it become single ones. */
function quoteTitle(title: string): string {
  return `"${title.replaceAll("\u201c", "\u2018").replaceAll("\u201d", "\u2019").replaceAll('"', "'")}"`;
}
