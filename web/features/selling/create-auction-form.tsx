import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { createAuction } from "../../api/listings.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";
import { draftOf, keepDraft } from "./draft.ts";
import type { ListingRules } from "./listing-schema.ts";
import { NewListingForm } from "./new-listing-form.tsx";

type CreateAuctionFormProps = { userId: string; rules: ListingRules; maxImageBytes: number };

export function CreateAuctionForm({ userId, rules, maxImageBytes }: CreateAuctionFormProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [initial] = useState(() => draftOf(userId));
  return (
    <NewListingForm
      rules={rules}
      maxImageBytes={maxImageBytes}
      initial={initial}
      save={({ end: auctionDate, ...texts }, pictures, onProgress) =>
        createAuction({ ...texts, auctionDate, pictures, onProgress })
      }
      onSaved={() => {
        toasts.success("Auction Created");
        for (const queryKey of [queryKeys.own, queryKeys.auctionLists, queryKeys.featured]) {
          void client.invalidateQueries({ queryKey });
        }
        // Who went elsewhere while it was sent stays there.
        if (window.location.pathname === paths.createAuction) void navigate(paths.myAuctions);
      }}
      onFailed={() => toasts.error("Cannot Create Auction")}
      onLeave={(draft) => keepDraft(userId, draft)}
    />
  );
}
