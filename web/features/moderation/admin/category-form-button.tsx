import type { Category } from "../../../../worker/contract/category.ts";
import { writeCategoryInput } from "../../../../worker/contract/moderation.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ActionDialog } from "../action-dialog.tsx";
import { ACTION_TEXTS } from "../action-texts.ts";
import { useActionForm } from "../use-action-form.ts";

/** Creates a category, or renames an existing one. Name, description and reason are in one dialog. */
export function CategoryFormButton({ category }: { category?: Category }) {
  const { label, effect, danger } = ACTION_TEXTS[category ? "renameCategory" : "createCategory"];
  const form = useActionForm(writeCategoryInput, {
    initial: { name: category?.name ?? "", description: category?.description ?? "", reason: "" },
    actionOf: ({ reason: _, ...input }) =>
      category ? { name: "renameCategory", categoryId: category._id, input } : { name: "createCategory", input },
    fieldByErrorCode: { category_exists: "name" },
  });
  const { register, errors } = form;
  return (
    <>
      <Button
        variant="secondary"
        size={category ? "sm" : "md"}
        aria-label={category ? `${label}: ${category.name}` : label}
        onClick={() => form.onOpenChange(true)}
      >
        {label}
      </Button>
      <ActionDialog
        form={form}
        title={label}
        description={effect}
        reason={register("reason")}
        label={label}
        danger={danger}
      >
        <div className="mb-5 space-y-5">
          <TextField label="Name" error={errors.name?.message} {...register("name")} />
          <TextField label="Description" error={errors.description?.message} {...register("description")} />
        </div>
      </ActionDialog>
    </>
  );
}
