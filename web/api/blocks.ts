import { queryOptions } from "@tanstack/react-query";

import type { BlockInput } from "../../worker/contract/blocks.ts";
import { blocksAnswer, doneAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

export const blockedQuery = queryOptions({
  queryKey: queryKeys.blocked,
  queryFn: async ({ signal }) => (await call(blocksAnswer, "/user/blocks", { signal })).blocked,
});

export async function blockBidder(input: BlockInput): Promise<void> {
  await call(doneAnswer, "/user/blocks", { method: "POST", body: input });
}

export async function unblockBidder(personId: string): Promise<void> {
  await call(doneAnswer, `/user/blocks/${encodeURIComponent(personId)}`, { method: "DELETE" });
}
