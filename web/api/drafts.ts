/** The signed-in person's drafts on the server: listings that are not published yet. */
import { queryOptions } from "@tanstack/react-query";

import { draftResponse, type DraftFields, draftsResponse, type SavedDraft } from "../../worker/contract/draft.ts";
import { call } from "./client.ts";
import { addImages, type ImageInput } from "./listings.ts";
import { queryKeys } from "./query-keys.ts";
import { doneResponse } from "./response-schemas.ts";

export const draftsQuery = queryOptions({
  queryKey: queryKeys.drafts,
  queryFn: async ({ signal }) => (await call(draftsResponse, "/user/drafts", { signal })).drafts,
  // A draft may have changed on another device.
  staleTime: 0,
});

export type SaveDraftInput = {
  id: string;
  /** The version that this save replaces. 0 for a new draft. */
  version: number;
  fields: DraftFields;
  /** Cover first. */
  images: readonly ImageInput[];
  /** Whether the page is closing. The browser still sends the draft if it's small. */
  closing: boolean;
};

export async function saveDraft({ id, version, fields, images, closing }: SaveDraftInput): Promise<SavedDraft> {
  const body = new FormData();
  body.set("version", String(version));
  body.set("fields", JSON.stringify(fields));
  addImages(body, images);
  const options = { method: "PUT", body, keepalive: closing } as const;
  return (await call(draftResponse, `/user/drafts/${id}`, options)).draft;
}

export async function deleteDraft(id: string): Promise<void> {
  await call(doneResponse, `/user/drafts/${id}`, { method: "DELETE" });
}
