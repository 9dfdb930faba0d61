/** The texts of each of an admin's acts, where it is done and in the journal. */
import type { ActName } from "../../../worker/contract/moderation.ts";

export type ActTexts = {
  readonly label: string;
  readonly effect: string;
  readonly done: string;
  /** The verb in the journal. */
  readonly past: string;
  readonly danger: boolean;
  /** Says who reads the reason, if not only admins do. */
  readonly reasonHint?: string;
};

export const ACTS: { readonly [Name in ActName]: ActTexts } = {
  hide: {
    label: "Hide listing",
    effect:
      "Only its seller and admins can see it, with the reason. It accepts no bids, its seller can neither change nor delete it, and its clock keeps running.",
    done: "Listing Hidden",
    past: "hid",
    danger: true,
    reasonHint: "The seller reads it. It is recorded in the journal with your name.",
  },
  show: {
    label: "Show again",
    effect:
      "Everyone can see it, and it accepts bids while it is live. If it ended meanwhile, its result is announced.",
    done: "Listing Shown",
    past: "showed again",
    danger: false,
  },
  void: {
    label: "Void auction",
    effect:
      "It ends now, or its result is cancelled: no one wins it, and its bids no longer count. This cannot be undone.",
    done: "Auction Voided",
    past: "voided",
    danger: true,
    reasonHint:
      "It is public: the seller, all bidders and all visitors read it. It cannot be changed. Do not name anyone.",
  },
  dismiss: {
    label: "Close reports",
    effect: "The listing remains unchanged.",
    done: "Reports Closed",
    past: "closed the reports about",
    danger: false,
  },
  removeBid: {
    label: "Remove bid",
    effect: "It no longer counts. The price and the leader follow from the other bids, and everyone in it is told.",
    done: "Bid Removed",
    past: "removed a bid on",
    danger: true,
    reasonHint: "The bidder reads it. It is recorded in the journal with your name.",
  },
  suspend: {
    label: "Suspend",
    effect: "They are signed out everywhere and can't sign in. Their bids in live auctions no longer count.",
    done: "Person Suspended",
    past: "suspended",
    danger: true,
    reasonHint: "They read it when they try to log in. It is recorded in the journal with your name.",
  },
  restore: {
    label: "Restore",
    effect: "They can log in again.",
    done: "Person Restored",
    past: "restored",
    danger: false,
  },
  hideName: {
    label: "Hide name",
    effect: "Everyone sees a neutral name instead, also in past auctions. They are logged out everywhere.",
    done: "Name Hidden",
    past: "hid the name of",
    danger: true,
  },
  showName: {
    label: "Show name again",
    effect: "Everyone sees their own name again. They are logged out everywhere.",
    done: "Name Shown",
    past: "showed again the name of",
    danger: false,
  },
  removePortrait: {
    label: "Remove portrait",
    effect: "Their photo is deleted for good. They are logged out everywhere.",
    done: "Portrait Removed",
    past: "removed the portrait of",
    danger: true,
  },
  endSessions: {
    label: "Sign out everywhere",
    effect: "All their sessions end. They can log in again.",
    done: "Signed Out Everywhere",
    past: "signed out everywhere",
    danger: true,
  },
  makeAdmin: {
    label: "Make admin",
    effect: "They can see and do everything that you can here.",
    done: "Admin Added",
    past: "made an admin of",
    danger: true,
  },
  removeAdmin: {
    label: "Remove admin role",
    effect: "They no longer see these pages. The last admin keeps the role.",
    done: "Admin Removed",
    past: "removed the admin role of",
    danger: true,
  },
  setKnown: {
    label: "Set to known member",
    effect: "The limits of new members don’t apply to them, starting with their next bid.",
    done: "Trust Level Set",
    past: "set to known member",
    danger: false,
  },
  setNew: {
    label: "Set to new member",
    effect: "The limits of new members apply until an admin changes this. They are logged out everywhere.",
    done: "Trust Level Set",
    past: "set to new member",
    danger: true,
  },
  clearTrust: {
    label: "Set automatically",
    effect: "The level follows from their email address, their account’s age and their finished sales.",
    done: "Trust Level Set",
    past: "set to the automatic trust level",
    danger: false,
  },
  createCategory: {
    label: "Create category",
    effect: "Sellers can choose it at once.",
    done: "Category Created",
    past: "created the category",
    danger: false,
  },
  renameCategory: {
    label: "Rename category",
    effect: "Lists show the new name. Auctions that are listed keep the old name on their own pages.",
    done: "Category Renamed",
    past: "renamed the category",
    danger: false,
  },
  mergeCategory: {
    label: "Merge category",
    effect: "Its listings move to another category, and it is no longer offered. This cannot be undone.",
    done: "Category Merged",
    past: "merged the category",
    danger: true,
  },
  hideCategory: {
    label: "Hide category",
    effect: "It is no longer offered, and lists no longer name it. Its listings remain.",
    done: "Category Hidden",
    past: "hid the category",
    danger: true,
  },
  showCategory: {
    label: "Show category again",
    effect: "It is offered again.",
    done: "Category Shown",
    past: "showed again the category",
    danger: false,
  },
};
