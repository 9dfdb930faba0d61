import { useInfiniteQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";

import type { CategoryForAdmins } from "../../../../worker/contract/admin.ts";
import { categoriesForAdminsQuery } from "../../../api/admin.ts";
import { Badge } from "../../../ui/badge.tsx";
import { uniqueItems } from "../../../ui/unique-items.ts";
import { ActionButton } from "../action-button.tsx";
import { AdminList } from "./admin-list.tsx";
import { CategoryFormButton } from "./category-form-button.tsx";
import { MergeCategoryButton } from "./merge-category-button.tsx";

/** Counting open auctions stops here. */
const MAX_COUNTED = 100;

/** All categories by name, even ones not offered, with the admin actions. */
export function CategoriesView() {
  const list = useInfiniteQuery(categoriesForAdminsQuery);
  const categories = uniqueItems(list.data?.pages.flatMap((page) => page.categories) ?? []);
  return (
    <>
      <div className="mb-6">
        <CategoryFormButton />
      </div>
      <AdminList
        label="Categories"
        query={list}
        rows={categories.map((category) => (
          <CategoryEntry key={category._id} category={category} />
        ))}
        icon={Tag}
        empty={{ title: "No categories yet" }}
      />
    </>
  );
}

function CategoryEntry({ category }: { category: CategoryForAdmins }) {
  const { _id: categoryId, name, description, fixed, hidden, mergedInto, openAuctions } = category;
  return (
    <li className="items-center justify-between gap-6 p-4 sm:p-5 xl:flex">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-medium break-words">{name}</p>
          {fixed && <Badge tone="grey">Built in</Badge>}
          {hidden && <Badge tone="amber">Hidden</Badge>}
          {mergedInto && <Badge tone="grey">Merged into {mergedInto.name}</Badge>}
        </div>
        <p className="text-sm break-words text-muted">{description}</p>
        <p className="text-sm text-muted">
          Open auctions: {openAuctions >= MAX_COUNTED ? `${MAX_COUNTED} or more` : openAuctions}
        </p>
      </div>
      {!mergedInto && (
        <div className="mt-4 flex shrink-0 flex-wrap gap-3 xl:mt-0">
          <ActionButton action={{ name: hidden ? "showCategory" : "hideCategory", categoryId }} name={name} />
          {!fixed && <CategoryFormButton category={category} />}
          {!fixed && <MergeCategoryButton category={category} />}
        </div>
      )}
    </li>
  );
}
