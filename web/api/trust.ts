/** The signed-in person's bid limits while they're a new member. Null for everyone else. */
import { queryOptions } from "@tanstack/react-query";

import { call } from "./client.ts";
import { queryKeys } from "./query-keys.ts";
import { trustResponse } from "./response-schemas.ts";

export const trustQuery = queryOptions({
  queryKey: queryKeys.trust,
  queryFn: async ({ signal }) => (await call(trustResponse, "/user/trust", { signal })).trust,
  // A known member becomes new again only if an admin says so. A new one may have become known by the next time they
  // open a form.
  staleTime: ({ state }) => (state.data === null ? Infinity : 0),
});
