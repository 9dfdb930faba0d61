import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { moderates } from "../../worker/contract/people.ts";
import { profileQuery } from "../api/account.ts";
import { isLoading } from "../api/query-state.ts";
import { FailedState } from "../ui/failed-state.tsx";
import { LoadingNote } from "../ui/loading-note.tsx";
import NotFoundPage from "./not-found-page.tsx";

/** A page for admins. Everyone else sees the page of an unknown address; the server refuses them, too. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const query = useQuery(profileQuery);
  const { data: profile, error, isFetching, refetch } = query;
  if (profile) return moderates(profile.user) ? children : <NotFoundPage />;
  if (isLoading(query)) return <LoadingNote>Loading...</LoadingNote>;
  return (
    <FailedState
      title="This page cannot be fetched"
      error={error}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
