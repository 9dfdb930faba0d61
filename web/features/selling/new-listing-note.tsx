import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { copyListingPath, paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { LinkButton } from "../../ui/link-button.tsx";

type NewListing = { readonly id: string; readonly title: string };

/** The history state that the form for a new listing passes to My Auctions. */
export function newListingState(listed: NewListing): { readonly listed: NewListing } {
  return { listed };
}

/** Shown after listing an item, unless it has been deleted since. Links to it, and to a form for a copy of it. */
export function NewListingNote({ deletedIds = [] }: { deletedIds?: readonly string[] }) {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const [listed] = useState(() => newListingIn(state));
  // Shown once. It must not come back on a reload or Back.
  const isNew = newListingIn(state) !== null;
  useEffect(() => {
    if (isNew) void navigate({ search, hash }, { replace: true });
  }, [isNew, search, hash, navigate]);
  if (!listed || deletedIds.includes(listed.id)) return null;
  const { id, title } = listed;
  return (
    <Alert tone="success" className="mt-6">
      <p className="break-words">{title} is listed.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <LinkButton to={paths.auction(id)} variant="secondary" size="sm">
          View it
        </LinkButton>
        <LinkButton to={copyListingPath(id)} variant="secondary" size="sm">
          <Copy aria-hidden className="size-4" />
          Copy listing
        </LinkButton>
      </div>
    </Alert>
  );
}

function newListingIn(state: unknown): NewListing | null {
  const listed: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "listed") : null;
  if (typeof listed !== "object" || listed === null || !("id" in listed) || !("title" in listed)) return null;
  const { id, title } = listed;
  return typeof id === "string" && typeof title === "string" ? { id, title } : null;
}
