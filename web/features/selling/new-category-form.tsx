import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import { createCategoryInput } from "../../../worker/contract/category.ts";
import { categoriesQuery, createCategory } from "../../api/categories.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toasts } from "../../ui/toast.ts";

const EMPTY = { name: "", description: "" };

export function NewCategoryForm() {
  const client = useQueryClient();
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: standardSchemaResolver(createCategoryInput),
    defaultValues: EMPTY,
  });
  const { errors } = formState;
  const create = useMutation({
    mutationFn: createCategory,
    onSuccess(category) {
      toasts.success("Category Created");
      client.setQueryData(categoriesQuery.queryKey, (all) => [...(all ?? []), category]);
      void client.invalidateQueries({ queryKey: categoriesQuery.queryKey });
      reset(EMPTY);
      setFocus("name");
    },
    onError(error) {
      if (error instanceof ApiFailure && error.code === "not_signed_in") return;
      toasts.error("Failed to create Category. Please try again.");
      placeFailure(error, { setError, fields: ["name", "description"], byCode: { category_exists: "name" } });
    },
  });
  const placed = errors.name !== undefined || errors.description !== undefined;
  const submit = handleSubmit((input) => create.mutate(input));

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <TextField
        label="Name of Category"
        hint="Must be unique"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name")}
      />
      <TextAreaField label="Description of Category" error={errors.description?.message} {...register("description")} />
      {create.error && !placed && <Alert tone="danger">{messageOf(create.error, "Cannot create category")}</Alert>}
      <Button type="submit" size="lg" busy={create.isPending} busyLabel="Creating...">
        Create Category
      </Button>
    </form>
  );
}
