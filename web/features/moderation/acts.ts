/** What each act is called, and what it does, in the words of the moderation page. */
import type { ActName } from "../../../worker/contract/moderation.ts";

type Words = {
  readonly label: string;
  readonly effect: string;
  readonly done: string;
  /** In the journal. */
  readonly past: string;
  readonly danger: boolean;
};

export const ACTS: { readonly [Name in ActName]: Words } = {
  hide: {
    label: "Hide listing",
    effect: "Only its seller and admins see it, with the reason. It takes no bids; its clock runs on.",
    done: "Listing Hidden",
    past: "hid",
    danger: true,
  },
  show: {
    label: "Show again",
    effect: "Everyone sees it, and it takes bids while it is live.",
    done: "Listing Shown",
    past: "showed again",
    danger: false,
  },
  dismiss: {
    label: "Close reports",
    effect: "The listing stays as it is.",
    done: "Reports Closed",
    past: "closed the reports about",
    danger: false,
  },
  suspend: {
    label: "Suspend",
    effect: "They are logged out everywhere and cannot log in. Bids that stand stay.",
    done: "Person Suspended",
    past: "suspended",
    danger: true,
  },
  restore: {
    label: "Restore",
    effect: "They can log in again.",
    done: "Person Restored",
    past: "restored",
    danger: false,
  },
};
