import { type ReactNode, useRef } from "react";

import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import { isOpenStatus } from "../../../../worker/rules/closing.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { EmailVerificationNote } from "../../../shared/email-verification-note.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { zonedDateTimeText } from "../../../ui/date-time.tsx";
import { TextAreaField } from "../../../ui/fields/text-area-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { DetailsList } from "../../../ui/items/details-list.tsx";
import { priceText } from "../../../ui/items/price.tsx";
import { TermsList } from "../../../ui/items/terms-list.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CardPreview } from "./card-preview.tsx";
import { CategoryField } from "./category-field.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { EndFields } from "./end-fields.tsx";
import { FrozenImages, ImagesField } from "./images-field.tsx";
import { newFiles } from "./listing-images.ts";
import { PriceConfirmDialog } from "./price-confirm-dialog.tsx";
import { StartingPriceField } from "./starting-price-field.tsx";
import { TermsFields } from "./terms-fields.tsx";
import type { ListingFormState } from "./use-listing-form.ts";

export type ListingTexts = {
  titleLabel: string;
  descriptionLabel: string;
  submitLabel: string;
  busyLabel: string;
  failureText: (error: Error) => string;
  /** What to do when we don't know whether the listing was saved. */
  unansweredAdvice?: ReactNode;
};

type ListingFormProps = {
  listing: ListingFormState;
  texts: ListingTexts;
  /** Only a new listing has a category to choose. */
  withCategory?: boolean;
  /**
   * The listing, once someone has bid or it has ended. With a bid, the seller can only add to the description. After
   * the end, they can't change anything.
   */
  frozenAuction?: OwnAuction | null;
  /** Beside the save button. */
  children?: ReactNode;
};

const LAYOUT_CLASS = "grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]";

/** The form for a listing, new or edited. */
export function ListingForm({
  listing,
  texts,
  withCategory = false,
  frozenAuction = null,
  children,
}: ListingFormProps) {
  const { form, rules, images, chosenImages, maxImageBytes, sizeProblem, saving } = listing;
  const isPreparing = chosenImages.waitingCount > 0;
  const formRef = useRef<HTMLFormElement>(null);
  const { register, errors } = form;
  const hasEnded = frozenAuction !== null && !isOpenStatus(frozenAuction.status);
  return (
    // On a narrow screen, with one column, the preview comes after the fields that it shows.
    <form
      ref={formRef}
      noValidate
      className={`items-start xl:grid-rows-[auto_1fr] ${LAYOUT_CLASS}`}
      onSubmit={form.submit}
    >
      <div className="min-w-0 space-y-8 max-xl:contents xl:row-span-2">
        {frozenAuction ? (
          <FrozenImages auction={frozenAuction} />
        ) : (
          <>
            <ImagesField
              images={images}
              chosenImages={chosenImages}
              maxImageBytes={maxImageBytes}
              fileErrors={form.fileErrors}
              onChange={listing.setImages}
            />
            <div className="max-xl:order-2">
              <CardPreview listing={listing} />
            </div>
          </>
        )}
      </div>
      <div className="min-w-0 space-y-6 max-xl:order-1">
        {frozenAuction ? (
          <FrozenTerms auction={frozenAuction} hasEnded={hasEnded} />
        ) : (
          <TextField label={texts.titleLabel} autoComplete="off" error={errors.title?.message} {...register("title")} />
        )}
        {withCategory && <CategoryField control={form.control} />}
        <TextAreaField
          label={texts.descriptionLabel}
          readOnly={hasEnded}
          hint={frozenAuction && !hasEnded ? "You can add text at the end." : undefined}
          error={errors.description?.message}
          {...register("description")}
        />
        {!frozenAuction && (
          <>
            <DetailsFields form={form} currency={rules.currency} />
            <StartingPriceField form={form} rules={rules} />
            <EndFields form={form} rules={rules} />
            <TermsFields form={form} rules={rules} isNew={withCategory} />
          </>
        )}
      </div>
      <div className="min-w-0 space-y-6 max-xl:order-3 xl:col-start-2">
        {sizeProblem && <Alert tone="danger">{sizeProblem}</Alert>}
        {saving.verificationRefusal && (
          // Submits the form as it is by then, because the seller may keep editing.
          <EmailVerificationNote
            refusal={saving.verificationRefusal}
            blockedAction="list"
            onVerified={() => !isPreparing && formRef.current?.requestSubmit()}
          />
        )}
        {saving.error && !saving.verificationRefusal && <SaveFailure error={saving.error} texts={texts} />}
        {/* After everything is sent, the server still has to check it. */}
        {saving.isPending && newFiles(images).length > 0 && (
          <Progress
            label={saving.uploadedFraction < 1 ? "Uploading the photos" : "Almost done"}
            fraction={saving.uploadedFraction}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="lg"
            className={children ? undefined : "w-full"}
            disabled={hasEnded || isPreparing || sizeProblem !== undefined}
            busy={saving.isPending}
            busyLabel={texts.busyLabel}
          >
            {isPreparing ? "Preparing the photos..." : texts.submitLabel}
          </Button>
          {children}
        </div>
      </div>
      <PriceConfirmDialog currency={rules.currency} {...listing.priceConfirmation} />
    </form>
  );
}

/** Explains why parts of the form are locked, and shows the locked terms. */
function FrozenTerms({ auction, hasEnded }: { auction: OwnAuction; hasEnded: boolean }) {
  const { title, startingPrice, currency, auctionEndTime, terms } = auction;
  return (
    <>
      {hasEnded ? (
        <Alert tone="warning">This auction has ended, so you can't edit it.</Alert>
      ) : (
        <Alert tone="info">Someone has bid on this auction, so you can only add to the description.</Alert>
      )}
      <TextField label="Title" value={title} disabled />
      <TextField label="Starting Price" value={priceText(startingPrice, currency)} disabled />
      <TextField label="Auction End Date" value={zonedDateTimeText(auctionEndTime)} disabled />
      {terms.details && <DetailsList details={terms.details} currency={currency} />}
      <TermsList auction={auction} className="space-y-3 text-sm" />
    </>
  );
}

/** Shows that saving failed, the server's reason if there is one, and advice when there was no response. */
function SaveFailure({ error, texts }: { error: Error; texts: ListingTexts }) {
  const headline = texts.failureText(error);
  const isUnanswered = !(error instanceof ApiFailure) || error.code === "unreachable" || error.code === "unreadable";
  const reason = error instanceof ApiFailure && error.code !== "unreadable" ? error.message : null;
  return (
    <Alert tone="danger">
      <p>{headline}</p>
      {reason !== null && reason !== headline && <p className="mt-1 font-normal">{reason}</p>}
      {isUnanswered && texts.unansweredAdvice && <p className="mt-1 font-normal">{texts.unansweredAdvice}</p>}
    </Alert>
  );
}

const FIELDS = ["title", "category", "description", "price", "end"];

/** Placeholders for the form's fields while its data loads. */
export function ListingFormSkeleton() {
  return (
    <div className={LAYOUT_CLASS}>
      <output className="sr-only">Loading the form</output>
      <Skeleton className="aspect-4/3 w-full rounded-lg" />
      <div className="space-y-6">
        {FIELDS.map((field) => (
          <div key={field} className="space-y-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
