/**
 * The email address typed on the sign-in or sign-up page, kept so that it carries over to the other. It's gone after a
 * reload, a sign-in or a sign-out.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";

import { readTypedEmail } from "../sign-in-state.ts";
import { queryKeys } from "./query-keys.ts";

/** Cleared when someone signs in. It isn't in `query-keys.ts` because that file is in every page's first script. */
const QUERY_KEY = [...queryKeys.own, "typed-email"];

export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const client = useQueryClient();
  const { state } = useLocation();
  const [email, setEmail] = useState(() => client.getQueryData<string>(QUERY_KEY) ?? readTypedEmail(state));
  return [
    email,
    (next) => {
      client.setQueryData(QUERY_KEY, next);
      setEmail(next);
    },
  ];
}
