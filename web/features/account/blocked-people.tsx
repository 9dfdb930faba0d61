import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { blockedQuery, unblockBidder } from "../../api/blocks.ts";
import { messageOf } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { fullName } from "../../ui/full-name.ts";
import { QueryList } from "../../ui/query-list.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toasts } from "../../ui/toast.ts";

/** The person's blocked bidders, each with a button to unblock them. After an unblock, focus moves to the heading. */
export function BlockedPeople() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(blockedQuery);
  const unblocking = useMutation({
    mutationFn: unblockBidder,
    onSuccess: () => {
      toasts.success("Bidder Unblocked");
      heading.current?.focus();
      return client.invalidateQueries({ queryKey: queryKeys.blocked });
    },
    onError: (error) => toasts.error(messageOf(error, "We couldn't unblock this bidder. Try again.")),
  });
  return (
    <section aria-labelledby="blocked-people">
      <h2 ref={heading} tabIndex={-1} id="blocked-people" className="font-display text-lg font-medium">
        Blocked bidders
      </h2>
      <p className="mt-1 max-w-xl text-sm text-muted">
        They can't bid on your auctions, and their bids in your live auctions no longer count. To block someone, open
        the menu beside a bid on one of your auctions.
      </p>
      <QueryList
        query={query}
        items={query.data}
        failed={
          <div className="mt-3">
            <RetryButton size="sm" query={query} />
          </div>
        }
        empty={<p className="mt-3 text-sm">You haven't blocked anyone.</p>}
      >
        {(people) => (
          <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
            {people.map(({ person, blockedAt }) => {
              const running = unblocking.isPending && unblocking.variables === person._id;
              const name = fullName(person);
              return (
                <li key={person._id} className="flex items-center gap-3 px-4 py-3 sm:px-5">
                  <Avatar name={name} url={person.image?.url} size="sm" />
                  <div className="min-w-0 flex-1">
                    <p className="truncate text-sm font-medium">{name}</p>
                    <p className="text-xs text-muted">
                      Since <DateTime iso={blockedAt} />
                    </p>
                  </div>
                  {/* Not `disabled` during the request, because keyboard users would lose their place. */}
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Unblock ${name}`}
                    aria-busy={running}
                    aria-disabled={unblocking.isPending}
                    onClick={() => {
                      if (!unblocking.isPending) unblocking.mutate(person._id);
                    }}
                  >
                    {running && <Spinner />}
                    Unblock
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </QueryList>
    </section>
  );
}
