import type { KeyboardEvent } from "react";

import { DEFAULT_FILTER } from "../../../worker/contract/default-filter.ts";
import { ChoiceButton } from "../../ui/choice-button.tsx";
import { CONDITION_CHOICES, type FilterProps, labelOf, sortOrdersFor, STATUSES } from "./filter.ts";

/** The filters with a list or a panel to choose from. */
export const CHOICES = ["Category", "Condition", "Price", "Status", "Sort by"] as const;
export type ChoiceName = (typeof CHOICES)[number];

type FilterStandInsProps = Pick<FilterProps, "filter"> & {
  /** The one that was tapped, while the code loads. */
  opened: ChoiceName | null;
  /** Loads the code, because the person is about to tap one. */
  onPreload: () => void;
  onOpen: (choice: ChoiceName) => void;
};

/**
 * Stand-ins for the filter's buttons until the library for select boxes is needed. Used while category and price aren't
 * set. They look and read like the library's own.
 */
export function FilterStandIns({ filter, opened, onPreload, onOpen }: FilterStandInsProps) {
  const shared = (choice: ChoiceName) => ({
    "aria-busy": opened === choice,
    onClick: () => onOpen(choice),
    onFocus: onPreload,
    onPointerEnter: onPreload,
  });
  const select = (choice: ChoiceName) => ({
    ...shared(choice),
    role: "combobox",
    "aria-label": choice,
    "aria-haspopup": "listbox" as const,
    "aria-expanded": false,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === "ArrowDown" || key === "ArrowUp") onOpen(choice);
    },
  });
  return (
    <>
      <ChoiceButton {...select("Category")}>All Categories</ChoiceButton>
      <ChoiceButton {...select("Condition")}>{labelOf(CONDITION_CHOICES, filter.condition ?? "")}</ChoiceButton>
      <ChoiceButton {...shared("Price")} aria-label="Price: Any price">
        Any price
      </ChoiceButton>
      <ChoiceButton {...select("Status")}>{labelOf(STATUSES, filter.status)}</ChoiceButton>
      <ChoiceButton {...select("Sort by")}>
        {labelOf(sortOrdersFor(filter.status ?? DEFAULT_FILTER.status), filter.sort)}
      </ChoiceButton>
    </>
  );
}
