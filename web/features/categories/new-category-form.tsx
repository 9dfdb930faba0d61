import { useMutation, useQueryClient } from "@tanstack/react-query";

import { createCategoryInput } from "../../../worker/contract/category.ts";
import { categoriesQuery, createCategory } from "../../api/categories.ts";
import { ApiFailure } from "../../api/failure.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/fields/text-area-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { toasts } from "../../ui/toast.ts";

const EMPTY = { name: "", description: "" };

export function NewCategoryForm() {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createCategory,
    onSuccess(category) {
      toasts.success("Category Created");
      client.setQueryData(categoriesQuery.queryKey, (all) => [...(all ?? []), category]);
      void client.invalidateQueries({ queryKey: categoriesQuery.queryKey });
    },
    onError(error) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error("Failed to create Category. Please try again.");
    },
  });
  const { register, reset, setFocus, errors, submit } = useContractForm(createCategoryInput, {
    initial: EMPTY,
    send: create.mutate,
    onSent() {
      reset(EMPTY);
      setFocus("name");
    },
    fieldByErrorCode: { category_exists: "name" },
    failureMessage: "Cannot create category",
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label="Name of Category"
        hint="Must be unique"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name")}
      />
      <TextAreaField label="Description of Category" error={errors.description?.message} {...register("description")} />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating...">
        Create Category
      </Button>
    </form>
  );
}
