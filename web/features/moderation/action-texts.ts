/** The wording of each admin action, on its button and in the list of actions. */
import type { AdminActionName } from "../../../worker/contract/moderation.ts";

type ActionTexts = {
  readonly label: string;
  readonly effect: string;
  readonly successToast: string;
  /** The verb in the list of actions. */
  readonly pastVerb: string;
  readonly danger: boolean;
  /** Says who can read the reason, if not only admins. */
  readonly reasonHint?: string;
  /** The label of the reason field, if the text isn't a reason. */
  readonly reasonLabel?: string;
};

export const ACTION_TEXTS: { readonly [Name in AdminActionName]: ActionTexts } = {
  hide: {
    label: "Hide listing",
    effect:
      "Only its seller and admins can see it, with the reason. It takes no bids, and its seller can't change or delete it. Its clock keeps running.",
    successToast: "Listing Hidden",
    pastVerb: "hid",
    danger: true,
    reasonHint: "The seller sees it. It's recorded with your name.",
  },
  show: {
    label: "Show again",
    effect: "Everyone can see it, and it takes bids while it's live. If it has ended since, we announce the result.",
    successToast: "Listing Shown",
    pastVerb: "unhid",
    danger: false,
  },
  void: {
    label: "Void auction",
    effect:
      "It ends now, or its result is canceled. No one wins it, and its bids no longer count. You can't undo this.",
    successToast: "Auction Voided",
    pastVerb: "voided",
    danger: true,
    reasonHint: "Everyone can read it, and no one can change it. Don't name anyone.",
  },
  dismiss: {
    label: "Close reports",
    effect: "The listing doesn't change.",
    successToast: "Reports Closed",
    pastVerb: "closed the reports about",
    danger: false,
  },
  voidBid: {
    label: "Void bid",
    effect: "It no longer counts. We recalculate the price and the leader, and notify everyone in the auction.",
    successToast: "Bid Voided",
    pastVerb: "voided a bid on",
    danger: true,
    reasonHint: "The bidder sees it. It's recorded with your name.",
  },
  suspend: {
    label: "Suspend",
    effect: "They're signed out everywhere and can't sign in. Their bids in live auctions no longer count.",
    successToast: "Person Suspended",
    pastVerb: "suspended",
    danger: true,
    reasonHint: "They see it when they try to sign in. It's recorded with your name.",
  },
  restore: {
    label: "Restore",
    effect: "They can sign in again.",
    successToast: "Person Restored",
    pastVerb: "restored",
    danger: false,
  },
  hideName: {
    label: "Hide name",
    effect: "Everyone sees a neutral name instead, in past auctions too. The person is signed out everywhere.",
    successToast: "Name Hidden",
    pastVerb: "hid the name of",
    danger: true,
  },
  showName: {
    label: "Show name again",
    effect: "Everyone sees this person's real name again. The person is signed out everywhere.",
    successToast: "Name Shown",
    pastVerb: "unhid the name of",
    danger: false,
  },
  removePortrait: {
    label: "Remove photo",
    effect: "We delete their photo for good. They're signed out everywhere.",
    successToast: "Photo Removed",
    pastVerb: "removed the photo of",
    danger: true,
  },
  endSessions: {
    label: "Sign out everywhere",
    effect: "All their sessions end. They can sign in again.",
    successToast: "Signed Out Everywhere",
    pastVerb: "ended all sessions of",
    danger: true,
  },
  makeAdmin: {
    label: "Make admin",
    effect: "They can see and do everything that you can here.",
    successToast: "Admin Added",
    pastVerb: "gave the admin role to",
    danger: true,
  },
  removeAdmin: {
    label: "Remove admin role",
    effect: "They no longer see these pages. You can't remove the last admin.",
    successToast: "Admin Removed",
    pastVerb: "removed the admin role from",
    danger: true,
  },
  setKnown: {
    label: "Set to known member",
    effect: "The limits for new members don't apply to them, starting with their next bid.",
    successToast: "Trust Level Set",
    pastVerb: "set the level “known member” for",
    danger: false,
  },
  setNew: {
    label: "Set to new member",
    effect: "The limits for new members apply until an admin changes this. They're signed out everywhere.",
    successToast: "Trust Level Set",
    pastVerb: "set the level “new member” for",
    danger: true,
  },
  clearTrust: {
    label: "Set automatically",
    effect: "A confirmed email address, account age and finished deals decide the level.",
    successToast: "Trust Level Set",
    pastVerb: "set the automatic level for",
    danger: false,
  },
  allowBidding: {
    label: "Allow bidding",
    effect: "Unpaid deals so far no longer count.",
    successToast: "Bidding Allowed",
    pastVerb: "allowed bidding again for",
    danger: false,
  },
  readDeal: {
    label: "Read deal",
    effect: "You see what both sides wrote, and the delivery address.",
    successToast: "Deal Opened",
    pastVerb: "read the deal for",
    danger: false,
  },
  noteDeal: {
    label: "Add note",
    effect: "Only admins see it. Neither side ever does.",
    successToast: "Note Added",
    pastVerb: "added a note to the deal for",
    danger: false,
    reasonLabel: "Note",
  },
  closeDeal: {
    label: "Close deal",
    effect: "The deal ends in favor of one side, and both are notified. You can't undo this.",
    successToast: "Deal Closed",
    pastVerb: "closed the deal for",
    danger: true,
  },
  hideNote: {
    label: "Hide note",
    effect: "Both sides see “Hidden by our team” instead. Admins still see it.",
    successToast: "Note Hidden",
    pastVerb: "hid a note in the deal for",
    danger: true,
  },
  showNote: {
    label: "Show note again",
    effect: "Both sides can see it again.",
    successToast: "Note Shown",
    pastVerb: "unhid a note in the deal for",
    danger: false,
  },
  dismissNote: {
    label: "Close reports",
    effect: "The note doesn't change.",
    successToast: "Reports Closed",
    pastVerb: "closed the reports about a note in the deal for",
    danger: false,
  },
  createCategory: {
    label: "Create category",
    effect: "Sellers can choose it right away.",
    successToast: "Category Created",
    pastVerb: "created the category",
    danger: false,
  },
  renameCategory: {
    label: "Rename category",
    effect: "Lists show the new name. Existing auctions keep the old name on their own pages.",
    successToast: "Category Renamed",
    pastVerb: "renamed the category",
    danger: false,
  },
  mergeCategory: {
    label: "Merge category",
    effect: "Its listings move to another category, and sellers can no longer choose it. You can't undo this.",
    successToast: "Category Merged",
    pastVerb: "merged the category",
    danger: true,
  },
  hideCategory: {
    label: "Hide category",
    effect: "Sellers can no longer choose it, and lists no longer show it. Its listings stay.",
    successToast: "Category Hidden",
    pastVerb: "hid the category",
    danger: true,
  },
  showCategory: {
    label: "Show category again",
    effect: "Sellers can choose it again.",
    successToast: "Category Shown",
    pastVerb: "unhid the category",
    danger: false,
  },
  hideQuestion: {
    label: "Hide question",
    effect: "Only the person who asked it and admins can see it, with the reason. Its answer is hidden with it.",
    successToast: "Question Hidden",
    pastVerb: "hid a question about",
    danger: true,
    reasonHint: "The person who asked sees it. It's recorded with your name.",
  },
  showQuestion: {
    label: "Show question again",
    effect: "Everyone can see it again.",
    successToast: "Question Shown",
    pastVerb: "unhid a question about",
    danger: false,
  },
  hideAnswer: {
    label: "Hide answer",
    effect: "Only the seller and admins can see it, with the reason. The question stays, without an answer.",
    successToast: "Answer Hidden",
    pastVerb: "hid an answer about",
    danger: true,
    reasonHint: "The seller sees it. It's recorded with your name.",
  },
  showAnswer: {
    label: "Show answer again",
    effect: "Everyone can see it again.",
    successToast: "Answer Shown",
    pastVerb: "unhid an answer about",
    danger: false,
  },
  dismissQuestion: {
    label: "Close reports",
    effect: "The question and its answer don't change.",
    successToast: "Reports Closed",
    pastVerb: "closed the reports on a question about",
    danger: false,
  },
  hideRating: {
    label: "Hide rating",
    effect:
      "Only the person who gave it and admins can see it, with the reason. It doesn't count, and its reply is hidden with it.",
    successToast: "Rating Hidden",
    pastVerb: "hid a rating for",
    danger: true,
    reasonHint: "The person who gave the rating sees it. It's recorded with your name.",
  },
  showRating: {
    label: "Show rating again",
    effect: "Everyone can see it again, and it counts.",
    successToast: "Rating Shown",
    pastVerb: "unhid a rating for",
    danger: false,
  },
  hideReply: {
    label: "Hide reply",
    effect: "Only the person who wrote it and admins can see it, with the reason. The rating stays, without a reply.",
    successToast: "Reply Hidden",
    pastVerb: "hid a reply to a rating for",
    danger: true,
    reasonHint: "The person who replied sees it. It's recorded with your name.",
  },
  showReply: {
    label: "Show reply again",
    effect: "Everyone can see it again.",
    successToast: "Reply Shown",
    pastVerb: "unhid a reply to a rating for",
    danger: false,
  },
  dismissRating: {
    label: "Close reports",
    effect: "The rating and its reply don't change.",
    successToast: "Reports Closed",
    pastVerb: "closed the reports on a rating for",
    danger: false,
  },
};
