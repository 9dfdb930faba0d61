import type { ReactNode } from "react";

import type { Auction } from "../../../../worker/contract/catalogue.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { momentText } from "../../../ui/moment.tsx";
import { currencySign, priceText } from "../../../ui/price.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { CategoryField } from "./category-field.tsx";
import { EndFields } from "./end-fields.tsx";
import { FrozenImages, ImagesField } from "./images-field.tsx";
import { newFiles } from "./listing-images.ts";
import type { ListingFormState } from "./use-listing-form.ts";

export type ListingWords = {
  title: string;
  description: string;
  submit: string;
  submitting: string;
  failed: (error: Error) => string;
  /** What to do when it is not known whether the listing was saved. */
  whenUnanswered?: ReactNode;
};

type ListingFormProps = {
  listing: ListingFormState;
  words: ListingWords;
  /** The category is chosen once, with the new listing. */
  withCategory?: boolean;
  /** The listing as it is, once someone has bid or it has ended: only its description may grow, or nothing may. */
  frozen?: Auction | null;
  /** Beside the button that saves. */
  children?: ReactNode;
};

const LAYOUT = "grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]";

/** The form of a listing, new or edited. */
export function ListingForm({ listing, words, withCategory = false, frozen = null, children }: ListingFormProps) {
  const { form, rules, images, maxImageBytes, sizeProblem, saving } = listing;
  const { register, errors } = form;
  const { currency, minStartingPrice } = rules;
  const ended = frozen !== null && frozen.status !== "Live";
  return (
    <form noValidate className={`items-start ${LAYOUT}`} onSubmit={form.submit}>
      {frozen ? (
        <FrozenImages auction={frozen} />
      ) : (
        <ImagesField
          images={images}
          maxImageBytes={maxImageBytes}
          refused={form.fileErrors}
          onChange={listing.setImages}
        />
      )}
      <div className="min-w-0 space-y-6">
        {frozen ? (
          <FrozenTerms auction={frozen} ended={ended} />
        ) : (
          <TextField label={words.title} autoComplete="off" error={errors.title?.message} {...register("title")} />
        )}
        {withCategory && <CategoryField control={form.control} />}
        <TextAreaField
          label={words.description}
          readOnly={ended}
          hint={frozen && !ended ? "You can add to its end." : undefined}
          error={errors.description?.message}
          {...register("description")}
        />
        {!frozen && (
          <>
            <TextField
              label="Starting Price"
              inputMode="decimal"
              autoComplete="off"
              prefix={currencySign(currency)}
              hint={`In ${currency}, at least ${priceText(minStartingPrice, currency)}`}
              error={errors.startingPrice?.message}
              {...register("startingPrice")}
            />
            <EndFields form={form} rules={rules} />
          </>
        )}
        {sizeProblem && <Alert tone="danger">{sizeProblem}</Alert>}
        {saving.error && <SaveFailure error={saving.error} words={words} />}
        {/* Once all is sent, the server still has to look at it. */}
        {saving.isPending && newFiles(images).length > 0 && (
          <Progress label={saving.sentShare < 1 ? "Uploading the pictures" : "Almost done"} share={saving.sentShare} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            size="lg"
            className={children ? undefined : "w-full"}
            disabled={ended || sizeProblem !== undefined}
            busy={saving.isPending}
            busyLabel={words.submitting}
          >
            {words.submit}
          </Button>
          {children}
        </div>
      </div>
    </form>
  );
}

/** Why parts of the form are closed, and the terms that bidders rely on in the place of their fields. */
function FrozenTerms({ auction, ended }: { auction: Auction; ended: boolean }) {
  const { title, startingPrice, currency, auctionEndTime } = auction;
  return (
    <>
      {ended ? (
        <Alert tone="warning">This auction has ended: it can no longer be edited.</Alert>
      ) : (
        <Alert tone="info">
          Someone has bid on this auction. From now on its picture, title, starting price and end stay as they are; only
          the description may grow.
        </Alert>
      )}
      <TextField label="Title" value={title} disabled />
      <TextField label="Starting Price" value={priceText(startingPrice, currency)} disabled />
      <TextField label="Auction End Date" value={momentText(auctionEndTime, true)} disabled />
    </>
  );
}

/** That saving failed, why if the server said so, and what to do when no answer came. */
function SaveFailure({ error, words }: { error: Error; words: ListingWords }) {
  const headline = words.failed(error);
  const unanswered = !(error instanceof ApiFailure) || error.code === "unreachable" || error.code === "unreadable";
  const reason = error instanceof ApiFailure && error.code !== "unreadable" ? error.message : null;
  return (
    <Alert tone="danger">
      <p>{headline}</p>
      {reason !== null && reason !== headline && <p className="mt-1 font-normal">{reason}</p>}
      {unanswered && words.whenUnanswered && <p className="mt-1 font-normal">{words.whenUnanswered}</p>}
    </Alert>
  );
}

const FIELDS = ["title", "category", "description", "price", "end"];

/** The places of the form's fields while what they need is on its way. */
export function ListingFormSkeleton() {
  return (
    <div className={LAYOUT}>
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
