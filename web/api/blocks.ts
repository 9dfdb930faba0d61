import { queryOptions } from "@tanstack/react-query";

import type { BlockInput } from "../../worker/contract/blocks.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { blocksResponse, doneResponse } from "./response-schemas.ts";

export const blockedQuery = queryOptions({
  queryKey: queryKeys.blocked,
  queryFn: async ({ signal }) => (await call(blocksResponse, "/user/blocks", { signal })).blocked,
});

export async function blockBidder(input: BlockInput): Promise<void> {
  await call(doneResponse, "/user/blocks", { method: "POST", body: input });
}

export async function unblockBidder(personId: string): Promise<void> {
  await call(doneResponse, `/user/blocks/${encodeURIComponent(personId)}`, { method: "DELETE" });
}
