/**
 * The e-mail address that is typed on the pages of signing in and up: they pass it on, whichever way the person goes
 * from one to the other. It ends with the reload of the page, and when somebody has signed in or out.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";

import { typedEmail } from "../return-path.ts";
import { queryKeys } from "./query-keys.ts";

export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const client = useQueryClient();
  const { state } = useLocation();
  const [email, setEmail] = useState(() => client.getQueryData<string>(queryKeys.typedEmail) ?? typedEmail(state));
  return [
    email,
    (next) => {
      client.setQueryData(queryKeys.typedEmail, next);
      setEmail(next);
    },
  ];
}
