import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";

import type { Category } from "../../../../worker/contract/category.ts";
import { id } from "../../../../worker/contract/fields.ts";
import { mergeCategoryInput } from "../../../../worker/contract/moderation.ts";
import { categoriesQuery } from "../../../api/categories.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { problemText, useLastError } from "../../../ui/problem.ts";
import { hasFailed } from "../../../ui/query-state.ts";
import { RetryButton } from "../../../ui/retry-button.tsx";
import { ActionDialog } from "../action-dialog.tsx";
import { ACTION_TEXTS } from "../action-texts.ts";
import { useActionForm } from "../use-action-form.ts";

const { label, effect, danger } = ACTION_TEXTS.mergeCategory;
const NO_CATEGORY = "Choose a category";
const mergeForm = mergeCategoryInput.extend({ into: id.min(1, NO_CATEGORY) });

/** Merges a category into another that sellers can choose. */
export function MergeCategoryButton({ category: { _id: categoryId, name } }: { category: Category }) {
  const form = useActionForm(mergeForm, {
    initial: { into: "", reason: "" },
    actionOf: ({ into }) => ({ name: "mergeCategory", categoryId, input: { into } }),
    fieldByErrorCode: { category_unknown: "into" },
  });
  const { register, control, errors } = form;
  const categories = useQuery({ ...categoriesQuery, enabled: form.open });
  const { data: offeredCategories = [] } = categories;
  const lastError = useLastError(categories.error);
  const options = [
    { value: "", label: "Choose a category", disabled: true },
    ...offeredCategories
      .filter(({ _id }) => _id !== categoryId)
      .map((category) => ({ value: category._id, label: category.name })),
  ];
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`${label}: ${name}`} onClick={() => form.onOpenChange(true)}>
        <span className="text-danger">{label}</span>
      </Button>
      <ActionDialog
        form={form}
        title={label}
        description={`${name}. ${effect}`}
        reason={register("reason")}
        label={label}
        danger={danger}
      >
        <div className="mb-5">
          {hasFailed(categories) ? (
            <>
              <Alert tone="danger" className="mb-4">
                We couldn't load the categories. {problemText(lastError)}
              </Alert>
              <RetryButton query={categories} />
            </>
          ) : (
            <Controller
              control={control}
              name="into"
              render={({ field }) => (
                <Field label="Into" error={errors.into && NO_CATEGORY}>
                  {(attributes) => <Select {...attributes} {...field} options={options} />}
                </Field>
              )}
            />
          )}
        </div>
      </ActionDialog>
    </>
  );
}
