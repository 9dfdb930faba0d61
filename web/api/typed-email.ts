/**
 * The email address that is typed on the pages of signing in and up. They pass it on, whichever way the person goes
 * from one to the other. It ends with the reload of the page, and when someone has signed in or out.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";

import { typedEmail } from "../return-path.ts";
import { queryKeys } from "./query-keys.ts";

/**
 * Dropped when the person is no longer a visitor. Not in `query-keys.ts`, which is in the first script of every page.
 */
const KEY = [...queryKeys.own, "typed-email"];

export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const client = useQueryClient();
  const { state } = useLocation();
  const [email, setEmail] = useState(() => client.getQueryData<string>(KEY) ?? typedEmail(state));
  return [
    email,
    (next) => {
      client.setQueryData(KEY, next);
      setEmail(next);
    },
  ];
}
