import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";

import type { Category } from "../../../../worker/contract/category.ts";
import { id } from "../../../../worker/contract/fields.ts";
import { mergeCategoryInput } from "../../../../worker/contract/moderation.ts";
import { categoriesQuery } from "../../../api/categories.ts";
import { useContractForm } from "../../../api/use-contract-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ACTS } from "../acts.ts";
import { ReasonForm } from "../reason-form.tsx";
import { useAct } from "../use-act.ts";

const { label, effect, danger } = ACTS.mergeCategory;
const CHOOSE = "Please choose a category";
const mergeForm = mergeCategoryInput.extend({ into: id.min(1, CHOOSE) });

/** Merges a category into one that is offered. */
export function MergeButton({ category: { _id: categoryId, name } }: { category: Category }) {
  const [open, setOpen] = useState(false);
  const { data: offered = [] } = useQuery({ ...categoriesQuery, enabled: open });
  const act = useAct();
  const { register, control, reset, clearErrors, errors, submit } = useContractForm(mergeForm, {
    initial: { into: "", reason: "" },
    send: ({ reason, into }, callbacks) =>
      act.mutate({ action: { act: "mergeCategory", categoryId, input: { into } }, reason }, callbacks),
    byCode: { category_unknown: "into" },
    onSent() {
      setOpen(false);
      reset();
    },
    failed: "This could not be done",
  });
  const show = (next: boolean) => {
    if (act.isPending) return;
    setOpen(next);
    clearErrors();
  };
  const options = [
    { value: "", label: "Choose a category", disabled: true },
    ...offered.filter(({ _id }) => _id !== categoryId).map((one) => ({ value: one._id, label: one.name })),
  ];
  return (
    <>
      <Button look="secondary" size="sm" aria-label={`${label}: ${name}`} onClick={() => show(true)}>
        <span className="text-danger">{label}</span>
      </Button>
      <Dialog open={open} onOpenChange={show} title={label} description={`${name}. ${effect}`}>
        <ReasonForm
          onSubmit={submit}
          onCancel={() => show(false)}
          reason={register("reason")}
          reasonError={errors.reason?.message}
          refusal={errors.root?.message}
          label={label}
          danger={danger}
          busy={act.isPending}
        >
          <div className="mb-5">
            <Controller
              control={control}
              name="into"
              render={({ field }) => (
                <Field label="Into" error={errors.into && CHOOSE}>
                  {(attributes) => <Select {...attributes} {...field} options={options} />}
                </Field>
              )}
            />
          </div>
        </ReasonForm>
      </Dialog>
    </>
  );
}
