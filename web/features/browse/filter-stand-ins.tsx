import type { KeyboardEvent } from "react";

import { DEFAULT_FILTER } from "../../../worker/contract/default-filter.ts";
import { ChoiceButton } from "../../ui/fields/choice-button.tsx";
import { CONDITION_CHOICES, type FilterProps, labelOf, sortOrdersFor, STATUS_CHOICES } from "./filter.ts";

/** The filters with a list or a panel to choose from. */
export const CHOICE_NAMES = ["Category", "Condition", "Price", "Status", "Sort by"] as const;
export type ChoiceName = (typeof CHOICE_NAMES)[number];

type FilterStandInsProps = Pick<FilterProps, "filter"> & {
  /** The choice that was tapped, while the code loads. */
  openedChoice: ChoiceName | null;
  /** Loads the code, because the person is about to tap a choice. */
  onPreload: () => void;
  onOpen: (choice: ChoiceName) => void;
};

/**
 * Stand-ins for the filter's buttons until the library for select boxes is needed. Used while category and price aren't
 * set. They look and read like the library's own.
 */
export function FilterStandIns({ filter, openedChoice, onPreload, onOpen }: FilterStandInsProps) {
  const sharedProps = (choice: ChoiceName) => ({
    "aria-busy": openedChoice === choice,
    onClick: () => onOpen(choice),
    onFocus: onPreload,
    onPointerEnter: onPreload,
  });
  const selectProps = (choice: ChoiceName) => ({
    ...sharedProps(choice),
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
      <ChoiceButton {...selectProps("Category")}>All Categories</ChoiceButton>
      <ChoiceButton {...selectProps("Condition")}>{labelOf(CONDITION_CHOICES, filter.condition ?? "")}</ChoiceButton>
      <ChoiceButton {...sharedProps("Price")} aria-label="Price: Any price">
        Any price
      </ChoiceButton>
      <ChoiceButton {...selectProps("Status")}>{labelOf(STATUS_CHOICES, filter.status)}</ChoiceButton>
      <ChoiceButton {...selectProps("Sort by")}>
        {labelOf(sortOrdersFor(filter.status ?? DEFAULT_FILTER.status), filter.sort)}
      </ChoiceButton>
    </>
  );
}
