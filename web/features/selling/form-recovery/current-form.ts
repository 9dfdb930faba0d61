/**
 * The form for a new listing that a person has open, with its draft. It's in the query cache until a reload, so the
 * input survives visits to other pages and an expired session. This browser's copy holds anything that the server
 * doesn't have yet. Only the person who wrote it gets it back.
 */
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import type { DraftFields, SavedDraft } from "../../../../worker/contract/draft.ts";
import { RELIST_CHOICES } from "../../../../worker/contract/relist-plan.ts";
import { type SaveDraftInput, draftsQuery, saveDraft } from "../../../api/drafts.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { ownAuctionsQuery } from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { currentUser } from "../../../api/session.ts";
import { randomUUID } from "../../../browser/random-uuid.ts";
import { paths } from "../../../paths.ts";
import { amountText } from "../../../ui/fields/typed-amount.ts";
import { hasFailed } from "../../../ui/query-state.ts";
import { type DetailsValues, EMPTY_DETAILS, toDetailsValues } from "../listing/details-values.ts";
import { imagesOf, type ListingImages } from "../listing/listing-images.ts";
import { toTermsValues } from "../listing/listing-terms.ts";
import { EMPTY_CONTENT, type ListingContent } from "../listing/use-listing-form.ts";
import { DraftSaver } from "./draft-saver.ts";
import { type FormCopy, FormCopies } from "./form-copy.ts";

const SIGN_IN_FIRST = "Sign in first";

// One per document, because a browser has one database, which is opened once.
const formCopies = new FormCopies();

/** `locationKey` identifies the visit. A URL opens its draft once, because the person may open another form there. */
export function currentFormStore(client: QueryClient, userId: string, locationKey: string) {
  const queryKey = queryKeys.currentForm(userId);
  const open = (
    id: string,
    version: number,
    content: ListingContent,
    unconfirmedContent: ListingContent | null = null,
  ) => {
    // Someone else may have signed in here while a save was waiting.
    const save = (draft: SaveDraftInput) =>
      currentUser()?.id === userId
        ? saveDraft(draft)
        : Promise.reject(new ApiFailure("not_signed_in", SIGN_IN_FIRST, 401));
    const onSaved = () => void client.invalidateQueries({ queryKey: queryKeys.drafts });
    const onUnsaved = (unsaved: ListingContent | null) => {
      if (!unsaved) return formCopies.clear(userId, id);
      const unconfirmed = saver.unconfirmedContent && copiedContent(saver.unconfirmedContent);
      formCopies.save(userId, { id, version: saver.version, ...copiedContent(unsaved), unconfirmed });
    };
    const saver = new DraftSaver(
      { id, version, content, locationKey, unconfirmedContent },
      { save, onSaved, onUnsaved },
    );
    // It must not be garbage-collected like data that can be fetched again.
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, saver);
  };
  return {
    read: () => client.getQueryData<DraftSaver>(queryKey),
    /** Opens a saved draft. */
    openDraft: ({ _id, version, fields, pictures }: SavedDraft) =>
      open(_id, version, contentOf(fields, imagesOf(pictures))),
    /** Opens this browser's copy of a form. */
    openCopy({ id, version, fields, images, unconfirmed }: FormCopy) {
      const content = contentOf(fields, images);
      // A closing page sends what it copied, and never reads the response.
      open(id, version, content, unconfirmed ? contentOf(unconfirmed.fields, unconfirmed.images) : content);
    },
    /** Clears this browser's copy, because the draft was listed or deleted, or a newer version is shown. */
    clearCopy: (id: string) => formCopies.clear(userId, id),
    /** Opens a form with a new draft, which is not saved yet. */
    openNew: (content: ListingContent = EMPTY_CONTENT) => open(randomUUID().replaceAll("-", ""), 0, content),
  };
}

function contentOf(fields: DraftFields, images: ListingImages): ListingContent {
  const details = { ...EMPTY_DETAILS, ...withoutGaps(fields.details ?? {}) };
  return { values: { ...EMPTY_CONTENT.values, ...withoutGaps(fields), details }, images };
}

function copiedContent({ values, images }: ListingContent) {
  return { fields: values, images: [...images] };
}

/** Leaves out missing fields, so that they don't replace the defaults. A draft may have only some fields. */
function withoutGaps(fields: DraftFields | DetailsValues) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A new listing like an existing one, without its start and end. */
export function contentCopiedFrom(auction: OwnAuction): ListingContent {
  const { title, description, category, startingPrice, pictures } = auction;
  const { increments, softClose, reservePrice, buyNowPrice } = toTermsValues(auction);
  const texts = { title, description, category: category?._id ?? "", startingPrice: amountText(startingPrice) };
  const relistTimes = RELIST_CHOICES[auction.relistTimes ?? 0] ?? "0";
  const details = toDetailsValues(auction.terms.details);
  const values = { ...texts, details, increments, softClose, reservePrice, buyNowPrice, relistTimes };
  return { values: { ...EMPTY_CONTENT.values, ...values }, images: imagesOf(pictures) };
}

/**
 * The form on the page: for the draft `draftId`, or like the person's own auction `copiedAuctionId`. Otherwise the open
 * form or a new one. `isMissing`: there's no such draft or auction.
 */
export function useCurrentForm(userId: string, draftId: string | null, copiedAuctionId: string | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key: locationKey } = useLocation();
  const { data: saver } = useQuery<DraftSaver>({ queryKey: queryKeys.currentForm(userId), queryFn: skipToken });

  const isFromThisVisit = saver?.locationKey === locationKey;
  const opensFromAuction = copiedAuctionId !== null && !isFromThisVisit;
  const opensDraft = copiedAuctionId === null && draftId !== null && saver?.id !== draftId && !isFromThisVisit;
  const drafts = useQuery({ ...draftsQuery, enabled: opensDraft });
  const ownAuctions = useQuery({ ...ownAuctionsQuery, enabled: opensFromAuction });
  // A copy exists only while the server is missing some of it.
  const copies = useQuery({
    queryKey: queryKeys.formCopy(userId, draftId),
    queryFn: () => formCopies.read(userId, draftId),
    enabled: opensDraft || (copiedAuctionId === null && !saver),
    // Reads this browser's storage on every visit, even offline.
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
  });
  const copy = copies.isFetching ? undefined : copies.data;
  const draft = opensDraft && !drafts.isFetching ? drafts.data?.find(({ _id }) => _id === draftId) : undefined;
  const auction = opensFromAuction ? ownAuctions.data?.find(({ _id }) => _id === copiedAuctionId) : undefined;
  const isWaiting = opensFromAuction || opensDraft;
  const opensNew = !isWaiting && !saver && copy !== undefined;

  useEffect(() => {
    const store = currentFormStore(client, userId, locationKey);
    if (auction) {
      store.openNew(contentCopiedFrom(auction));
      void navigate(paths.createAuction, { replace: true });
    } else if (copy && (opensDraft || opensNew)) store.openCopy(copy);
    else if (draft && copy !== undefined) store.openDraft(draft);
    else if (opensNew) store.openNew();
  }, [client, userId, locationKey, auction, draft, copy, opensDraft, opensNew, navigate]);

  const query = opensFromAuction ? ownAuctions : drafts;
  return {
    saver: isWaiting ? null : (saver ?? null),
    isMissing:
      isWaiting &&
      query.data !== undefined &&
      !query.isFetching &&
      (opensFromAuction || copy !== undefined) &&
      !auction &&
      !draft &&
      !copy,
    failedQuery: isWaiting && hasFailed(query) ? query : null,
  };
}
