import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";

import { toMajor } from "../../../../worker/rules/money.ts";
import { categoriesQuery } from "../../../api/categories.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { useSessionUser } from "../../../api/session.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import { FileImage } from "../../../ui/fields/file-image.tsx";
import { readAmount } from "../../../ui/fields/typed-amount.ts";
import { CardTexts, ListingCard, TimeLeft } from "../../../ui/items/listing-card.tsx";
import { Price } from "../../../ui/items/price.tsx";
import { useTickedValue } from "../../../ui/ticker.ts";
import { shortTimeLeft } from "../../../ui/time-left.ts";
import { toTimestamp } from "./time-choice.ts";
import type { ListingFormState } from "./use-listing-form.ts";

const IMAGE_CLASS = "aspect-4/3 w-full";

/** The card that buyers will see in the list, with what is filled in so far. */
export function CardPreview({ listing: { form, rules, images } }: { listing: ListingFormState }) {
  const [title, description, categoryId, typed, end] = useWatch({
    control: form.control,
    name: ["title", "description", "category", "startingPrice", "end"],
  });
  const { data: categories = [] } = useQuery(categoriesQuery);
  const seller = useSessionUser()?.name ?? "";
  const endsAt = toTimestamp(end);
  // To the minute, because seconds don't matter before the auction has begun.
  const timeLeftText = useTickedValue(() =>
    endsAt === null ? "" : shortTimeLeft(endsAt - serverNow()).replace(/ \d\ds$/, ""),
  );
  const parsed = readAmount(typed, rules.currency);
  const price =
    parsed.kind === "amount" ? <Price amount={toMajor(parsed.minor)} currency={rules.currency} /> : <span>—</span>;
  const [cover] = images;
  const previewAuction = {
    title: title.trim() || "Your title",
    description: description.trim() || "Your description",
    category: categories.find(({ _id }) => _id === categoryId) ?? { _id: "", name: "Your category", description: "" },
    ...(cover?.current && { images: cover.current }),
  };
  return (
    <section aria-label="Preview" className="max-w-sm">
      <h2 className="text-sm font-medium">Preview</h2>
      <p className="mt-1 text-sm text-muted">How buyers will see it in the list.</p>
      <div className="mt-3">
        <ListingCard
          auction={previewAuction}
          image={
            cover?.file ? <FileImage key={cover.id} file={cover.file} alt="" className={IMAGE_CLASS} /> : undefined
          }
          badge={endsAt !== null && endsAt > serverNow() && <TimeLeft>{timeLeftText}</TimeLeft>}
        >
          <CardTexts auction={previewAuction} heading="h3" titleLines={2} />
          <p className="mt-4 text-xs text-muted">Starting price</p>
          <div className="flex items-baseline justify-between gap-x-4">
            <p className="truncate text-xl font-semibold">{price}</p>
            <p className="shrink-0 text-xs text-muted">No bids yet</p>
          </div>
          <p className="mt-1 h-4 truncate text-xs text-muted">
            {endsAt !== null && (
              <>
                Ends <DateTime iso={new Date(endsAt).toISOString()} withTime />
              </>
            )}
          </p>
          <p className="mt-4 truncate border-t border-line pt-4 text-sm text-muted">{seller}</p>
        </ListingCard>
      </div>
    </section>
  );
}
