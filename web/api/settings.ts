import { queryOptions } from "@tanstack/react-query";

import { settingsAnswer } from "./answers.ts";
import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";

/** The currency and the limits of this deployment. They are fixed while a page is open. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: async ({ signal }) => (await call(settingsAnswer, "/settings", { signal })).settings,
  staleTime: Infinity,
});
