import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "../../api/failure.ts";
import { setAnonymous } from "../../api/privacy.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { CheckboxField } from "../../ui/fields/checkbox-field.tsx";
import { toasts } from "../../ui/toast.ts";

/** Whether bids show an alias instead of the person's name to everyone but the seller. */
export function AnonymitySwitch({ anonymous }: { anonymous: boolean }) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: setAnonymous,
    onSuccess: async () => {
      toasts.success("Privacy Setting Saved");
      // Auction pages now show the other name, so their cached views are dropped.
      client.removeQueries({ queryKey: queryKeys.singleAuctions });
      await client.invalidateQueries({ queryKey: queryKeys.own });
    },
  });
  return (
    <section aria-labelledby="anonymity">
      <h2 id="anonymity" className="font-display text-lg font-medium">
        Your name on your bids
      </h2>
      <div className="mt-3 max-w-xl">
        <CheckboxField
          checked={saving.isPending ? saving.variables : anonymous}
          disabled={saving.isPending}
          onChange={(event) => saving.mutate(event.target.checked)}
          error={saving.isError ? messageOf(saving.error, "We couldn't save this. Try again.") : undefined}
        >
          <span className="font-medium text-ink">Hide my name when I bid</span>
          <span className="mt-1 block">
            Others see “Bidder 7” instead of your name and photo. You get a different number in each auction, in the
            order people first bid. The seller still sees who you are. In auctions you've already bid on, the public
            journal keeps your account ID, but not your name.
          </span>
        </CheckboxField>
      </div>
    </section>
  );
}
