/** The moderation page's texts for each action. */
import type { ActName } from "../../../worker/contract/moderation.ts";

type ActTexts = {
  readonly label: string;
  readonly effect: string;
  readonly done: string;
  /** The verb in the journal. */
  readonly past: string;
  readonly danger: boolean;
};

export const ACTS: { readonly [Name in ActName]: ActTexts } = {
  hide: {
    label: "Hide listing",
    effect: "Only its seller and admins can see it, with the reason. It accepts no bids, and its clock keeps running.",
    done: "Listing Hidden",
    past: "hid",
    danger: true,
  },
  show: {
    label: "Show again",
    effect: "Everyone can see it, and it accepts bids while it is live.",
    done: "Listing Shown",
    past: "showed again",
    danger: false,
  },
  dismiss: {
    label: "Close reports",
    effect: "The listing remains unchanged.",
    done: "Reports Closed",
    past: "closed the reports about",
    danger: false,
  },
  suspend: {
    label: "Suspend",
    effect: "They are logged out everywhere and cannot log in. Standing bids remain.",
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
