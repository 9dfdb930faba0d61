import { useState } from "react";

import type { Category } from "../../../../worker/contract/category.ts";
import { writeCategoryInput } from "../../../../worker/contract/moderation.ts";
import { useContractForm } from "../../../api/use-contract-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { ACTS } from "../acts.ts";
import { ReasonForm } from "../reason-form.tsx";
import { useAct } from "../use-act.ts";

/** Creates a category, or with one renames it: name, description and reason in one dialog. */
export function CategoryTextButton({ category }: { category?: Category }) {
  const { label, effect } = ACTS[category ? "renameCategory" : "createCategory"];
  const [open, setOpen] = useState(false);
  const act = useAct();
  const texts = { name: category?.name ?? "", description: category?.description ?? "" };
  const { register, reset, clearErrors, errors, submit } = useContractForm(writeCategoryInput, {
    initial: { ...texts, reason: "" },
    send: ({ reason, ...input }, callbacks) => {
      const action = category
        ? ({ act: "renameCategory", categoryId: category._id, input } as const)
        : ({ act: "createCategory", input } as const);
      act.mutate({ action, reason }, callbacks);
    },
    byCode: { category_exists: "name" },
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
  return (
    <>
      <Button
        look="secondary"
        size={category ? "sm" : "md"}
        aria-label={category ? `${label}: ${category.name}` : label}
        onClick={() => show(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onOpenChange={show} title={label} description={effect}>
        <ReasonForm
          onSubmit={submit}
          onCancel={() => show(false)}
          reason={register("reason")}
          reasonError={errors.reason?.message}
          refusal={errors.root?.message}
          label={label}
          danger={false}
          busy={act.isPending}
        >
          <div className="mb-5 space-y-5">
            <TextField label="Name" maxLength={40} error={errors.name?.message} {...register("name")} />
            <TextField
              label="Description"
              maxLength={300}
              error={errors.description?.message}
              {...register("description")}
            />
          </div>
        </ReasonForm>
      </Dialog>
    </>
  );
}
