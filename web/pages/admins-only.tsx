import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { moderates } from "../../worker/contract/people.ts";
import { profileQuery } from "../api/account.ts";
import { Fetched } from "../ui/fetched.tsx";
import NotFoundPage from "./not-found-page.tsx";

/** A page for admins. Everyone else sees the page of an unknown address; the server refuses them, too. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const query = useQuery(profileQuery);
  return (
    <Fetched query={query} failed="This page cannot be fetched">
      {({ user }) => (moderates(user) ? children : <NotFoundPage />)}
    </Fetched>
  );
}
