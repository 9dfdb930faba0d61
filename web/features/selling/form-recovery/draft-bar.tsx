import { useQueryClient } from "@tanstack/react-query";
import { Check, FilePlus2, FileStack } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { draftsQuery } from "../../../api/drafts.ts";
import { messageOf } from "../../../api/failure.ts";
import { paths } from "../../../paths.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { toasts } from "../../../ui/toast.ts";
import type { ListingFormState } from "../listing/use-listing-form.ts";
import { currentFormStore } from "./current-form.ts";
import type { DraftSaver, DraftStatus } from "./draft-saver.ts";

type DraftBarProps = { userId: string; saver: DraftSaver; listing: ListingFormState };

/** Saves the form as a draft while it's being filled in, shows the status, and links to the other drafts. */
export function DraftBar({ userId, saver, listing }: DraftBarProps) {
  const { form, images } = listing;
  const status = useSyncExternalStore(saver.subscribe, () => saver.status);
  const { getValues, subscribe } = form;
  useEffect(() => {
    saver.change({ values: getValues(), images });
    return subscribe({ formState: { values: true }, callback: ({ values }) => saver.change({ values, images }) });
  }, [saver, images, getValues, subscribe]);
  const { waitingCount } = listing.chosenImages;
  useEffect(() => {
    saver.expectImages(waitingCount);
    // Photos that aren't ready are lost with the form.
    return () => saver.expectImages(0);
  }, [saver, waitingCount]);
  useSaveOnExit(saver);
  useDraftUrl(saver);

  const client = useQueryClient();
  const navigate = useNavigate();
  const { key: locationKey } = useLocation();
  const startAnother = () => {
    currentFormStore(client, userId, locationKey).openNew();
    void navigate(paths.createAuction, { replace: true });
  };
  return (
    <div className="mb-6 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-h-6 items-center gap-2 text-sm text-muted">
          {saver.version > 0 && status.kind === "saved" && <Check aria-hidden className="size-4 text-success" />}
          {noteOf(status, saver.version)}
        </p>
        <div className="flex flex-wrap gap-3">
          {saver.version > 0 && status.kind === "saved" && (
            <Button variant="quiet" size="sm" onClick={startAnother}>
              <FilePlus2 aria-hidden className="size-4" />
              Start another
            </Button>
          )}
          <LinkButton to={paths.drafts} variant="secondary" size="sm">
            <FileStack aria-hidden className="size-4" />
            My drafts
          </LinkButton>
        </div>
      </div>
      {"message" in status && (
        <Alert tone="warning">
          <p>Draft not saved</p>
          <p className="mt-1 font-normal">{status.message}</p>
        </Alert>
      )}
      <EndedDraft userId={userId} saver={saver} status={status} />
    </div>
  );
}

function noteOf({ kind }: DraftStatus, version: number): string {
  if (kind === "saved") return version > 0 ? "Draft saved" : "What you enter is saved as a draft.";
  return kind === "changed" || kind === "saving" ? "Saving the draft..." : "";
}

const REASONS = {
  conflict: "This draft was changed in another tab or on another device.",
  gone: "This draft was deleted in another tab or on another device.",
  published: "This draft is already listed. Find it in My Auctions.",
} as const;

/** The choices when the draft can't be saved anymore. The form stays as it is until the person decides. */
function EndedDraft({ userId, saver, status: { kind } }: Omit<DraftBarProps, "listing"> & { status: DraftStatus }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { key: locationKey } = useLocation();
  const store = currentFormStore(client, userId, locationKey);
  const [isLoading, setLoading] = useState(false);
  if (kind !== "conflict" && kind !== "gone" && kind !== "published") return null;

  const saveAsAnother = () => {
    store.openNew(saver.content);
    void navigate(paths.createAuction, { replace: true });
  };
  const showNewer = async () => {
    setLoading(true);
    try {
      const drafts = await client.fetchQuery({ ...draftsQuery, staleTime: 0 });
      const newer = drafts.find(({ _id }) => _id === saver.id);
      if (newer) {
        store.clearCopy(newer._id);
        store.openDraft(newer);
      } else toasts.error("This draft no longer exists");
    } catch (error) {
      toasts.error(messageOf(error, "We couldn't load the draft. Try again."));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Alert tone="warning">
      <p>{REASONS[kind]}</p>
      <p className="mt-1 font-normal">What you see here isn't saved.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={saveAsAnother}>
          Save this as another draft
        </Button>
        {kind === "conflict" && (
          <Button variant="secondary" size="sm" busy={isLoading} onClick={() => void showNewer()}>
            Show the newer version
          </Button>
        )}
        {kind === "published" && (
          <LinkButton to={paths.myAuctions} variant="secondary" size="sm">
            My Auctions
          </LinkButton>
        )}
      </div>
    </Alert>
  );
}

/** Saves when the person leaves the page or switches away from it, and asks before input would be lost. */
function useSaveOnExit(saver: DraftSaver) {
  useEffect(() => {
    const save = () => {
      if (document.visibilityState === "hidden") void saver.saveNow(true);
    };
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (saver.wouldLoseInput) event.preventDefault();
    };
    const saveAgain = () => void saver.saveNow();
    window.addEventListener("online", saveAgain);
    document.addEventListener("visibilitychange", save);
    window.addEventListener("beforeunload", warnBeforeUnload);
    return () => {
      window.removeEventListener("online", saveAgain);
      document.removeEventListener("visibilitychange", save);
      window.removeEventListener("beforeunload", warnBeforeUnload);
      void saver.saveNow();
    };
  }, [saver]);
}

/** Once saved, the draft is in the URL, so a reload shows the same form. */
function useDraftUrl(saver: DraftSaver) {
  const [params, setParams] = useSearchParams();
  const { id, version } = saver;
  const isInUrl = params.get("draft") === id;
  useEffect(() => {
    if (version > 0 && !isInUrl) setParams({ draft: id }, { replace: true });
  }, [id, version, isInUrl, setParams]);
}
