import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { settingsResponse } from "./response-schemas.ts";

/** The currency and the limits of this deployment. They are fixed while a page is open. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: async ({ signal }) => (await call(settingsResponse, "/settings", { signal })).settings,
  staleTime: Infinity,
});
