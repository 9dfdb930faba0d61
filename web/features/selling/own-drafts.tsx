import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileStack, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "react-router";

import type { SavedDraft } from "../../../worker/contract/draft.ts";
import { deleteDraft, draftsQuery } from "../../api/drafts.ts";
import { messageOf } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { serverNow } from "../../api/server-clock.ts";
import { draftPath, paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Ago } from "../../ui/date-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ItemImage } from "../../ui/items/item-image.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { LoadingList } from "../../ui/loading-list.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toasts } from "../../ui/toast.ts";
import { currentFormStore } from "./form-recovery/current-form.ts";

/** The person's drafts, each with a link to continue and a button to delete it, which asks first. */
export function OwnDrafts({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { key: locationKey } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(draftsQuery);
  const [draftToDelete, setDraftToDelete] = useState<SavedDraft | null>(null);
  const deletion = useMutation({
    mutationFn: deleteDraft,
    onSuccess(_answer, id) {
      toasts.success("Draft Deleted");
      const store = currentFormStore(client, userId, locationKey);
      // Otherwise the open form would save it again.
      if (store.read()?.id === id) store.openNew();
      store.clearCopy(id);
      client.setQueryData(draftsQuery.queryKey, (own) => own?.filter(({ _id }) => _id !== id));
      void client.invalidateQueries({ queryKey: queryKeys.drafts });
      setDraftToDelete(null);
    },
    onError: (failure) => toasts.error(messageOf(failure, "We couldn't delete this draft. Try again.")),
  });
  return (
    <div ref={list} tabIndex={-1} className="mt-7 outline-none">
      <QueryList
        query={query}
        items={query.data}
        loading={
          <LoadingList note="Loading your drafts..." className="space-y-3">
            <Skeleton className="h-24 rounded-lg" />
          </LoadingList>
        }
        failed="We couldn't load your drafts"
        empty={
          <EmptyState
            icon={FileStack}
            title="No drafts yet"
            text="We save a new listing here while you fill it in, until you create the auction."
            link={{ to: paths.createAuction, label: "Create Auction" }}
          />
        }
      >
        {(drafts) => (
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {drafts.map((draft) => (
              <DraftEntry key={draft._id} draft={draft} onDelete={() => setDraftToDelete(draft)} />
            ))}
          </ul>
        )}
      </QueryList>
      <ConfirmDialog
        open={draftToDelete !== null}
        title="Delete this draft?"
        description={draftToDelete ? `“${titleOf(draftToDelete)}” and its photos will be gone.` : undefined}
        finalFocus={() => list.current}
        backLabel="Keep it"
        onBack={() => setDraftToDelete(null)}
        isPending={deletion.isPending}
        confirmButton={
          <Button
            variant="danger"
            busy={deletion.isPending}
            onClick={() => draftToDelete && deletion.mutate(draftToDelete._id)}
          >
            Delete
          </Button>
        }
      />
    </div>
  );
}

function titleOf({ fields }: SavedDraft): string {
  return fields.title?.trim() || "Untitled";
}

function DraftEntry({ draft, onDelete }: { draft: SavedDraft; onDelete: () => void }) {
  const { _id, fields, pictures, updatedAt } = draft;
  const titleId = `draft-${_id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <ItemImage
        auction={{ images: pictures[0] ?? null, category: { _id: fields.category ?? "" } }}
        sizes="6rem"
        alt=""
        width={160}
        height={120}
        className="aspect-4/3 w-20 shrink-0 rounded-sm"
      />
      <div className="min-w-40 flex-1">
        <h2 id={titleId} className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
          {titleOf(draft)}
        </h2>
        <p className="mt-1 text-sm text-muted">
          Saved <Ago iso={updatedAt} now={serverNow} />
        </p>
      </div>
      <div className="flex gap-3">
        <LinkButton to={draftPath(_id)} variant="secondary" size="sm" aria-describedby={titleId}>
          <Pencil aria-hidden className="size-4" />
          Continue
        </LinkButton>
        <Button variant="secondary" size="sm" onClick={onDelete} aria-describedby={titleId}>
          <Trash2 aria-hidden className="size-4 text-danger" />
          Delete
        </Button>
      </div>
    </li>
  );
}
