import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";

import { type Account, nameForm, type NameForm } from "../../../worker/contract/account.ts";
import { changeProfile } from "../../api/account.ts";
import { toNameFields } from "../../api/name-fields.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toasts } from "../../ui/toast.ts";
import { NameFields } from "./name-fields.tsx";
import { PhotoField } from "./photo-field.tsx";

/** While the name is hidden, the form contains a placeholder that isn't sent. */
const anyName = z.object({ firstName: z.string(), lastName: z.string().default(""), oneName: z.boolean() });

/** Changes the name and the photo. If an admin has hidden the name, only the photo. */
export function ProfileForm({ user, isNameHidden }: { user: Account; isNameHidden: boolean }) {
  const client = useQueryClient();
  /** Undefined keeps the current photo. Null removes it. */
  const [photo, setPhoto] = useState<File | null | undefined>(undefined);
  const [uploadedFraction, setUploadedFraction] = useState(0);
  const saving = useMutation({
    mutationFn: (name: NameForm) =>
      changeProfile({
        ...(isNameHidden ? {} : { name: toNameFields(name) }),
        ...(photo === undefined ? {} : { photo }),
        onProgress: setUploadedFraction,
      }),
    onSuccess: async () => {
      toasts.success("Profile Saved");
      // Auctions that this person sells or bids on now show the new name.
      client.removeQueries({ queryKey: queryKeys.singleAuctions });
      await client.invalidateQueries({ queryKey: queryKeys.own });
    },
  });
  const { firstName, lastName, image } = user;
  const form = useContractForm(isNameHidden ? anyName : nameForm, {
    initial: { firstName, lastName, oneName: lastName === "" },
    send: saving.mutate,
    onSent: () => setPhoto(undefined),
    fileFields: ["image"],
    failureMessage: "Something went wrong",
  });
  const { register, setValue, watch, errors, fileErrors, submit } = form;
  return (
    <form noValidate className="mt-4 space-y-5" onSubmit={submit}>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <PhotoField
        label="Photo"
        file={photo ?? null}
        currentUrl={photo === undefined ? (image?.url ?? null) : null}
        error={fileErrors["image"]}
        onChange={setPhoto}
      />
      {isNameHidden ? (
        <p className="text-sm text-muted">Our team has hidden your name, so you can't change it.</p>
      ) : (
        <NameFields
          firstName={register("firstName")}
          lastName={register("lastName", { shouldUnregister: true })}
          errors={errors}
          oneName={watch("oneName")}
          onOneNameChange={(oneName) => setValue("oneName", oneName)}
        />
      )}
      {saving.isPending && photo && <Progress label="Uploading your photo" fraction={uploadedFraction} />}
      <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
        Save
      </Button>
    </form>
  );
}
