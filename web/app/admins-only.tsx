import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";

import { isModerator } from "../../worker/contract/people.ts";
import { profileQuery } from "../api/account.ts";
import NotFoundPage from "../pages/not-found-page.tsx";
import { QueryContent } from "../ui/query-content.tsx";

/** The pages for admins. Everyone else gets the "not found" page, and the server refuses them too. */
export default function AdminsOnly() {
  const query = useQuery(profileQuery);
  return (
    <QueryContent query={query} failed="We couldn't load this page">
      {({ user }) => (isModerator(user) ? <Outlet /> : <NotFoundPage />)}
    </QueryContent>
  );
}
