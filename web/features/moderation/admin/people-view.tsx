import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, Users } from "lucide-react";
import type { SyntheticEvent } from "react";

import { peopleState } from "../../../../worker/contract/admin.ts";
import { MAX_EMAIL_LENGTH } from "../../../../worker/contract/lengths.ts";
import { type PeopleFilter, peopleQuery } from "../../../api/admin.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { AdminList } from "./admin-list.tsx";
import { PersonRow } from "./person-row.tsx";
import { useUrlFilter } from "./use-url-filter.ts";

const STATES = [
  { value: "", label: "Everyone" },
  { value: "admin", label: "Admins" },
  { value: "suspended", label: "Suspended" },
];

/** People, searchable by name, email address or ID, with the admin actions. */
export function PeopleView() {
  const [params, change] = useUrlFilter();
  const filter = filterOf(params);
  const list = useInfiniteQuery(peopleQuery(filter));
  const search = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get("search");
    change("search", typeof text === "string" ? text.trim() : "");
  };
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <>
      <div className="mb-6 grid items-end gap-3 sm:grid-cols-[1fr_12rem]">
        <form onSubmit={search} className="flex items-end gap-3">
          <TextField
            // Remounts when Back changes the URL, so that the field shows that search.
            key={filter.search ?? ""}
            label="Name, email or ID"
            type="search"
            name="search"
            maxLength={MAX_EMAIL_LENGTH}
            defaultValue={filter.search ?? ""}
            className="flex-1"
          />
          <Button type="submit" variant="secondary">
            <Search aria-hidden className="size-4" />
            Search
          </Button>
        </form>
        <Select
          aria-label="Filter people"
          options={STATES}
          value={filter.state ?? ""}
          onChange={(value) => change("state", value)}
        />
      </div>
      <AdminList
        label="People"
        query={list}
        rows={people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
        icon={Users}
        empty={emptyFor(filter)}
      />
    </>
  );
}

function emptyFor({ search, state }: PeopleFilter): { title: string; text?: string } {
  if (search !== undefined) return { title: "No one found", text: "Try a shorter part of the name or email." };
  return { title: state === "suspended" ? "No one is suspended" : "No one found" };
}

/** Reads the URL, leaving out anything invalid. */
function filterOf(params: URLSearchParams): PeopleFilter {
  const search = params.get("search")?.trim().slice(0, MAX_EMAIL_LENGTH);
  const state = peopleState.safeParse(params.get("state"));
  return { ...(search ? { search } : {}), ...(state.success ? { state: state.data } : {}) };
}
