import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";

import type { AuctionDetails } from "../../../../worker/contract/auction.ts";
import type { EditBidInput } from "../../../../worker/contract/bid.ts";
import { bidAmount, type Offer } from "../../../../worker/contract/fields.ts";
import { toMinorOrThrow } from "../../../../worker/rules/money.ts";
import { looksLikeTypo } from "../../../../worker/rules/typo.ts";
import type { ApiFailure } from "../../../api/failure.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { EmailVerificationNote } from "../../../shared/email-verification-note.tsx";
import { useContractForm } from "../../../shared/use-contract-form.ts";
import { needsVerification } from "../../../shared/use-verification-refusal.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { AmountField } from "../../../ui/fields/amount-field.tsx";
import { amountText, typedAmountSchema } from "../../../ui/fields/typed-amount.ts";
import { Countdown } from "../../../ui/items/countdown.tsx";
import { ItemImage } from "../../../ui/items/item-image.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import { BidMeaningLink } from "./bid-meaning-link.tsx";
import { OfferChoice } from "./offer-choice.tsx";
import {
  minimumOffer,
  maximumPreview,
  type OfferKind,
  type OfferSituation,
  predictedRefusal,
  suggestedAmounts,
} from "./offer-texts.ts";
import { TypoConfirmation } from "./typo-confirmation.tsx";
import { isUnusual } from "./use-bid-mutations.ts";

/** True because of the attempt's idempotency key. */
const UNCERTAIN = "The auction didn't respond. Try again. Your bid can't count twice.";

export type OfferCallbacks = { readonly onSuccess: () => void; readonly onError: (error: Error) => void };

/** The room updates the numbers while the form is open. */
type FormProps = OfferSituation & {
  /** The limits on this person's bids, if there are any. */
  limitsNote?: ReactNode;
  isOver: boolean;
  /** The Buy It Now price. Null if the item can't be bought now. */
  buyNowPrice: number | null;
  /** The offer typed before a sign-in. Absent otherwise. */
  resumedOffer: Offer | undefined;
  /** Whether the bidder can also set a maximum. They can't for a bid below their own leading bid. */
  canSetMaximum: boolean;
  submitLabel: string;
  busyLabel: string;
  isPending: boolean;
  send: (offer: EditBidInput, callbacks: OfferCallbacks) => void;
  /** The message if the server didn't respond. */
  failureMessage: string;
  onClose: () => void;
};

type BidAmountDialogProps = FormProps & {
  open: boolean;
  title: string;
  description: string | null;
  item: DialogItem;
  /** Epoch ms. */
  endsAt: number;
  /** A note about a bid in progress. */
  progressNote?: ReactNode;
};

type DialogItem = Pick<AuctionDetails, "title" | "images" | "category">;

/** Asks for an amount. Stays open, with the input, until the room accepts the bid or the person closes the dialog. */
export function BidAmountDialog({
  open,
  title,
  description,
  item,
  endsAt,
  progressNote,
  ...form
}: BidAmountDialogProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const changeOpen = (next: boolean) => {
    if (!next && !form.isPending) form.onClose();
  };
  return (
    <Dialog open={open} onOpenChange={changeOpen} title={title} description={description} initialFocus={fieldRef}>
      <ItemLine item={item} endsAt={form.isOver ? 0 : endsAt} />
      <BidAmountForm {...form} fieldRef={fieldRef} />
      {progressNote}
    </Dialog>
  );
}

/** The item and its end, which the dialog covers on a phone. */
function ItemLine({ item, endsAt }: { item: DialogItem; endsAt: number }) {
  return (
    <div className="mb-4 flex items-center gap-3">
      <ItemImage
        auction={item}
        alt=""
        sizes="3.5rem"
        width={56}
        height={42}
        className="h-10.5 w-14 shrink-0 rounded-sm"
      />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-medium">{item.title}</span>
        <span className="text-muted">
          <Countdown targetAt={endsAt} now={serverNow} /> left
        </span>
      </p>
    </div>
  );
}

/** `refusal` holds the room's minimum bid when it refused the amount, and the page's at that time. */
type AmountToConfirm = {
  readonly amount: number;
  readonly refusal?: { readonly minimum: number; readonly minimumForKind: number };
};

type BidAmountFormProps = FormProps & { fieldRef: RefObject<HTMLInputElement | null> };

function BidAmountForm({ minimum, price, currency, leads, ownMaximum, fieldRef, ...form }: BidAmountFormProps) {
  const {
    resumedOffer,
    reserveMet,
    newMemberMaximum,
    limitsNote,
    buyNowPrice,
    isOver,
    canSetMaximum,
    submitLabel,
    busyLabel,
    isPending,
    send,
    failureMessage,
    onClose,
  } = form;
  const situation = { minimum, price, currency, leads, ownMaximum, reserveMet, newMemberMaximum };
  const focus = () => fieldRef.current?.focus();
  const [kind, setKind] = useState<OfferKind>(() => {
    if (resumedOffer) return resumedOffer.maxBid === undefined || !canSetMaximum ? "exact" : "upTo";
    return canSetMaximum && ownMaximum !== null ? "upTo" : "exact";
  });
  const resumedAmount = resumedOffer?.maxBid ?? resumedOffer?.bidAmount;
  const minimumForKind = minimumOffer(kind, situation);
  /** The amount to confirm. The person reads this amount, and we send exactly this one. */
  const [amountToConfirm, setAmountToConfirm] = useState<AmountToConfirm | null>(null);
  /** An offer that waits until the person confirms their address or changes the amount. */
  const [blockedOffer, setBlockedOffer] = useState<{
    offer: EditBidInput;
    callbacks: OfferCallbacks;
    refusal: ApiFailure;
  } | null>(null);
  const sendOffer = (offer: EditBidInput, callbacks: OfferCallbacks) =>
    send(offer, {
      onSuccess: callbacks.onSuccess,
      onError(error) {
        // The room's price was lower than the page's, so the page didn't ask for confirmation.
        const { amount, minimum: refusedMinimum } = isUnusual(error) ? error.details : {};
        if (amount !== undefined && refusedMinimum !== undefined) {
          setBlockedOffer(null);
          return setAmountToConfirm({ amount, refusal: { minimum: refusedMinimum, minimumForKind } });
        }
        setAmountToConfirm(null);
        if (needsVerification(error)) return setBlockedOffer({ offer, callbacks, refusal: error });
        setBlockedOffer(null);
        callbacks.onError(error);
        focus();
      },
    });
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (amountToConfirm === null && wasConfirming.current) fieldRef.current?.focus();
    wasConfirming.current = amountToConfirm !== null;
  }, [amountToConfirm, fieldRef]);
  const schema = useMemo(() => z.object({ amount: typedAmountSchema(currency, bidAmount) }), [currency]);
  const { register, control, setValue, clearErrors, formState, errors, submit } = useContractForm(schema, {
    initial: { amount: resumedAmount === undefined ? initialAmount(kind, situation) : amountText(resumedAmount) },
    send({ amount }, callbacks) {
      // The server would refuse the amount, and the form already shows why.
      if (predictedRefusal(kind, amount, situation)) return focus();
      // Lowering your own maximum is never a typo.
      const isLowered = kind === "upTo" && ownMaximum !== null && amount <= ownMaximum;
      if (
        amountToConfirm === null &&
        !isLowered &&
        looksLikeTypo(toMinorOrThrow(amount), price && toMinorOrThrow(price), toMinorOrThrow(minimum))
      ) {
        return setAmountToConfirm({ amount });
      }
      const confirmed = amountToConfirm === null ? {} : { confirmed: true };
      sendOffer({ ...(kind === "upTo" ? { maxBid: amount } : { bidAmount: amount }), ...confirmed }, callbacks);
    },
    onSent: onClose,
    failureMessage: `${failureMessage}. ${UNCERTAIN}`,
    fieldAliases: { bidAmount: "amount", maxBid: "amount" },
  });
  // The first digits of an amount are usually too low. So we report that only after a submit, or if the minimum bid has
  // changed since the amount was typed. Text typed before signing in is checked right away.
  const [minimumWhenTyped, setMinimumWhenTyped] = useState(resumedAmount === undefined ? minimumForKind : null);
  const { ref, ...input } = register("amount", {
    onChange() {
      setMinimumWhenTyped(minimumForKind);
      clearErrors("root");
      setBlockedOffer(null);
    },
  });
  const typed = useWatch({ control, name: "amount" });
  const isChecked = formState.isSubmitted || minimumForKind !== minimumWhenTyped;
  const amount = schema.safeParse({ amount: typed }).data?.amount;
  const refusal = isChecked && amount !== undefined ? predictedRefusal(kind, amount, situation) : undefined;
  // If the price has since passed a refused amount, the new minimum is more useful than the server's message.
  const problem = errors.amount?.message ?? refusal ?? errors.root?.message;

  const choose = (chosen: OfferKind) => {
    setKind(chosen);
    setBlockedOffer(null);
    setMinimumWhenTyped(minimumOffer(chosen, situation));
    clearErrors();
    if (!formState.dirtyFields.amount && resumedAmount === undefined)
      setValue("amount", initialAmount(chosen, situation));
  };
  const applyAmount = (chosen: number) => {
    clearErrors("root");
    setBlockedOffer(null);
    setMinimumWhenTyped(minimumForKind);
    setValue("amount", amountText(chosen), { shouldValidate: true, shouldDirty: true });
  };
  const takeMinimum = () => {
    applyAmount(minimumForKind);
    focus();
  };
  const suggestions = suggestedAmounts(situation);
  const preview = kind === "upTo" && amount !== undefined ? maximumPreview(amount, situation) : null;

  return (
    <form noValidate onSubmit={submit}>
      {amountToConfirm !== null && (
        <TypoConfirmation
          kind={kind}
          amount={amountToConfirm.amount}
          price={price}
          minimum={minimum}
          // Only until the page has the room's price.
          refusedMinimum={
            amountToConfirm.refusal?.minimumForKind === minimumForKind ? amountToConfirm.refusal.minimum : null
          }
          currency={currency}
          problem={isOver ? "This auction has ended" : predictedRefusal(kind, amountToConfirm.amount, situation)}
          isPending={isPending}
          busyLabel={busyLabel}
          onBack={() => setAmountToConfirm(null)}
        />
      )}
      {/* Hidden instead of removed during the confirmation, to keep the typed text. */}
      <div hidden={amountToConfirm !== null}>
        {leads && price !== null && kind === "exact" && !isOver && (
          <Alert tone="info" className="mb-4">
            You're already leading at {priceText(price, currency)}. A higher bid only raises your own price.
          </Alert>
        )}
        {limitsNote}
        {canSetMaximum && <OfferChoice kind={kind} onChange={choose} />}
        <AmountField
          {...input}
          ref={(element) => {
            ref(element);
            fieldRef.current = element;
          }}
          label={kind === "upTo" ? "Your maximum" : "Your bid"}
          currency={currency}
          typed={typed}
          describeAmount={(understood) =>
            kind === "upTo" ? (preview ?? `Up to ${understood}`) : `You're bidding ${understood}`
          }
          className="tabular-nums"
          error={isOver ? "This auction has ended" : problem}
          hint={
            kind === "upTo" && leads
              ? `Minimum: ${priceText(minimumForKind, currency)}${reserveMet === false && ownMaximum !== null ? ". You can't lower your maximum until the reserve is met." : ""}`
              : `Minimum bid: ${priceText(minimum, currency)}`
          }
        />
        {!isOver && suggestions.length > 0 && (
          // Suggestions only fill in the field, so tapping one that has just changed does no harm.
          <fieldset className="mt-3 flex flex-wrap gap-2">
            <legend className="sr-only">Suggested amounts</legend>
            {suggestions.map((choice, index) => (
              <button
                // Keyed by position, so that the button keeps focus when its price changes.
                key={index}
                type="button"
                aria-pressed={choice === amount}
                onClick={() => applyAmount(choice)}
                className="min-h-9 rounded-full border border-line-strong px-3.5 text-sm font-medium tabular-nums transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                {priceText(choice, currency)}
              </button>
            ))}
          </fieldset>
        )}
        {refusal && amount !== undefined && amount < minimumForKind && !isOver && (
          <Button variant="secondary" size="sm" className="mt-3 tabular-nums" onClick={takeMinimum}>
            Use {priceText(minimumForKind, currency)}
          </Button>
        )}
        {buyNowPrice !== null && amount !== undefined && amount >= buyNowPrice && (
          <Alert tone="info" className="mt-4">
            You could buy it now for {priceText(buyNowPrice, currency)}. Close this and choose “Buy now”.
          </Alert>
        )}
        {blockedOffer && !isOver && (
          <EmailVerificationNote
            className="mt-4"
            refusal={blockedOffer.refusal}
            blockedAction="bid"
            onVerified={() => sendOffer(blockedOffer.offer, blockedOffer.callbacks)}
          />
        )}
        <p className="mt-5 text-sm text-muted">
          Bids are binding. The highest one wins the item{reserveMet === false && " if it meets the reserve"}.{" "}
          <BidMeaningLink />
        </p>
        <DialogButtons>
          <Button
            type="submit"
            size="lg"
            variant={leads && kind === "exact" ? "secondary" : "primary"}
            disabled={isOver}
            busy={isPending}
            busyLabel={busyLabel}
          >
            {kind === "upTo" && leads ? "Save maximum" : submitLabel}
          </Button>
        </DialogButtons>
      </div>
    </form>
  );
}

/** The field's initial text. Empty for a first maximum, which is the person's own choice. */
function initialAmount(kind: OfferKind, { minimum, ownMaximum }: OfferSituation): string {
  if (kind === "exact") return amountText(minimum);
  return ownMaximum === null ? "" : amountText(ownMaximum);
}
