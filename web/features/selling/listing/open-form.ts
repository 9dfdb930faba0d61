/**
 * The form of a new listing that a person has open: the draft that it saves. It is in the query cache until the page is
 * reloaded, so that the input survives visits to other pages and an expired session. Only the person who wrote it gets it
 * back.
 */
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

import type { OwnAuction } from "../../../../worker/contract/auction.ts";
import type { SavedDraft } from "../../../../worker/contract/draft.ts";
import { RELIST_CHOICES } from "../../../../worker/contract/relist-plan.ts";
import { type DraftSave, draftsQuery, saveDraft } from "../../../api/drafts.ts";
import { ApiFailure } from "../../../api/failure.ts";
import { ownAuctionsQuery } from "../../../api/listings.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { hasFailed } from "../../../api/query-state.ts";
import { currentUser } from "../../../api/session.ts";
import { paths } from "../../../paths.ts";
import { amountText } from "../../../ui/typed-amount.ts";
import { DraftSaver } from "./draft-saver.ts";
import { imagesOf } from "./listing-images.ts";
import { termsOf } from "./listing-terms.ts";
import { EMPTY_DRAFT, type ListingDraft } from "./use-listing-form.ts";

const LOG_IN = "Please log in first";

/** `visit` is the key of the location: an address is followed once, since the person may open another form there. */
export function openFormStore(client: QueryClient, userId: string, visit: string) {
  const queryKey = queryKeys.listingDraft(userId);
  const open = (id: string, version: number, content: ListingDraft) => {
    // Somebody else may have logged in here while a save was waiting.
    const save = (draft: DraftSave) =>
      currentUser()?.id === userId ? saveDraft(draft) : Promise.reject(new ApiFailure("not_signed_in", LOG_IN, 401));
    const onSaved = () => void client.invalidateQueries({ queryKey: queryKeys.drafts });
    // It must not be garbage-collected like data that can be fetched again.
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, new DraftSaver({ id, version, content, visit }, { save, onSaved }));
  };
  return {
    read: () => client.getQueryData<DraftSaver>(queryKey),
    /** Opens a saved draft. */
    openDraft: (draft: SavedDraft) => open(draft._id, draft.version, contentOf(draft)),
    /** Opens a form with a draft of its own, which nothing is saved of yet. */
    openNew: (content: ListingDraft = EMPTY_DRAFT) => open(crypto.randomUUID().replaceAll("-", ""), 0, content),
  };
}

function contentOf({ fields, pictures }: SavedDraft): ListingDraft {
  return { values: { ...EMPTY_DRAFT.values, ...withoutGaps(fields) }, images: imagesOf(pictures) };
}

/** A draft of an older version of the form lacks fields. */
function withoutGaps(fields: SavedDraft["fields"]) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A new listing like an existing one: all but its start and end. */
export function contentLike(auction: OwnAuction): ListingDraft {
  const { title, description, category, startingPrice, pictures } = auction;
  const { increments, softClose, reservePrice, buyNowPrice } = termsOf(auction);
  const texts = { title, description, category: category?._id ?? "", startingPrice: amountText(startingPrice) };
  const relistTimes = RELIST_CHOICES[auction.relistTimes ?? 0] ?? "0";
  const values = { ...texts, increments, softClose, reservePrice, buyNowPrice, relistTimes };
  return { values: { ...EMPTY_DRAFT.values, ...values }, images: imagesOf(pictures) };
}

/**
 * The form that the page shows: of the draft with the id `draftId`, or like the own auction `likeId`; without either the
 * one that is open, else a new one. `missing`: there is no such draft or auction.
 */
export function useOpenForm(userId: string, draftId: string | null, likeId: string | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key: visit } = useLocation();
  const { data: saver } = useQuery<DraftSaver>({ queryKey: queryKeys.listingDraft(userId), queryFn: skipToken });

  const isFollowed = saver?.visit === visit;
  const opensLike = likeId !== null && !isFollowed;
  const opensDraft = likeId === null && draftId !== null && saver?.id !== draftId && !isFollowed;
  const drafts = useQuery({ ...draftsQuery, enabled: opensDraft });
  const own = useQuery({ ...ownAuctionsQuery, enabled: opensLike });
  const draft = opensDraft && !drafts.isFetching ? drafts.data?.find(({ _id }) => _id === draftId) : undefined;
  const auction = opensLike ? own.data?.find(({ _id }) => _id === likeId) : undefined;
  const isWaiting = opensLike || opensDraft;
  const opensNew = !isWaiting && !saver;

  useEffect(() => {
    const store = openFormStore(client, userId, visit);
    if (auction) {
      store.openNew(contentLike(auction));
      void navigate(paths.createAuction, { replace: true });
    } else if (draft) store.openDraft(draft);
    else if (opensNew) store.openNew();
  }, [client, userId, visit, auction, draft, opensNew, navigate]);

  const query = opensLike ? own : drafts;
  return {
    saver: isWaiting ? null : (saver ?? null),
    missing: isWaiting && query.data !== undefined && !query.isFetching && !auction && !draft,
    problem:
      isWaiting && hasFailed(query)
        ? { error: query.error, retrying: query.isFetching, onRetry: () => void query.refetch() }
        : null,
  };
}
