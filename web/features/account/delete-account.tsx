import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";

import { deleteAccount } from "../../api/account.ts";
import { ApiFailure, isRefusal, messageOf } from "../../api/failure.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { toasts } from "../../ui/toast.ts";

const FAILED = "Something went wrong";

/**
 * The end of the account: one question, and the password of who has one. Once it has happened the session is over and
 * the guard leads home.
 */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteAccount(hasPassword ? password : null),
    onSuccess: () => toasts.success("Account Removed"),
    // A refusal is explained where it was caused; only what nobody could foresee is a toast.
    onError: (error) => !isRefusal(error) && toasts.error(FAILED),
  });

  const show = (next: boolean) => {
    if (deletion.isPending) return;
    setOpen(next);
    setPassword("");
    setMissing(false);
    deletion.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (hasPassword && password === "") return setMissing(true);
    deletion.mutate();
  };

  const { error } = deletion;
  const wrongPassword = error instanceof ApiFailure && error.code === "wrong_password";
  const inUse = error instanceof ApiFailure && error.code === "account_in_use";
  return (
    <Popover
      open={open}
      onOpenChange={show}
      trigger={
        <Button look="secondary">
          <span className="text-danger">Delete Account</span>
        </Button>
      }
      title="Are you sure you want to delete your account? This action is permanent."
      className="w-96 p-5"
    >
      <form noValidate onSubmit={submit} className="mt-4">
        {hasPassword && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setMissing(false);
              if (error) deletion.reset();
            }}
            error={missing ? "Password is required" : wrongPassword ? error.message : undefined}
          />
        )}
        {error && !wrongPassword && (
          <Alert tone="danger" className="mt-4">
            {messageOf(error, FAILED)}
            {inUse && (
              <Link to={paths.myAuctions} className="mt-1 block w-fit rounded-sm underline">
                Go to My Auctions
              </Link>
            )}
          </Alert>
        )}
        <div className="mt-5 flex justify-end gap-3">
          <Button look="secondary" size="sm" disabled={deletion.isPending} onClick={() => show(false)}>
            No
          </Button>
          <Button type="submit" look="danger" size="sm" busy={deletion.isPending}>
            Yes
          </Button>
        </div>
      </form>
    </Popover>
  );
}
