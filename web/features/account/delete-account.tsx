import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { passwordForm, googlePasswordForm } from "../../../worker/contract/security.ts";
import { deleteAccount } from "../../api/account.ts";
import { isRefusal } from "../../api/failure.ts";
import { currentUser, useSessionUser } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { useContractForm } from "../../shared/use-contract-form.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { OwnPasswordField } from "../../ui/fields/password-field.tsx";
import { Link } from "../../ui/link.tsx";
import { Popover } from "../../ui/popover.tsx";
import { toasts } from "../../ui/toast.ts";
import { GoogleButton } from "./google-button.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

const FAILED = "Something went wrong";

/** The reasons why we refuse a deletion, each with the page where the person can settle it. */
const OBSTACLES = [
  { code: "account_in_use", to: paths.myAuctions, label: "Go to My Auctions" },
  { code: "account_in_deal", to: paths.deals, label: "Go to My Deals" },
] as const;

/**
 * Deletes the account after the person confirms with their password. Someone without a password signs in again with
 * Google or a passkey, here in the dialog, unless they just did. After the deletion, the session ends and the guard
 * redirects to the landing page.
 */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [open, setOpen] = useState(false);
  const deletion = useMutation({
    mutationFn: (input: { password: string }) => deleteAccount(hasPassword ? input.password : null),
    onSuccess: () => toasts.success("Account Removed"),
    // A refusal shows where it happened. Only unexpected failures show a toast.
    onError: (error) => !isRefusal(error) && toasts.error(FAILED),
  });
  const { register, reset, errors, submit } = useContractForm(hasPassword ? passwordForm : googlePasswordForm, {
    initial: { password: "" },
    send: deletion.mutate,
    fieldByErrorCode: { wrong_password: "password" },
    failureMessage: FAILED,
  });

  const needsSignIn = errors.root?.type === "fresh_sign_in_needed";
  const personId = useSessionUser()?.id;
  const handleSignedInAgain = () => {
    reset();
    // If the person signed in to another account, close the dialog, because it was about the previous account.
    if (currentUser()?.id !== personId) setOpen(false);
  };

  const changeOpen = (next: boolean) => {
    if (deletion.isPending) return;
    setOpen(next);
    reset();
  };

  return (
    <Popover
      open={open}
      onOpenChange={changeOpen}
      trigger={
        <Button variant="secondary">
          <span className="text-danger">Delete account</span>
        </Button>
      }
      title="Are you sure you want to delete your account? This action is permanent."
      className="w-96 p-5"
    >
      <form noValidate onSubmit={submit} className="mt-4">
        {hasPassword && <OwnPasswordField error={errors.password?.message} {...register("password")} />}
        {errors.root && (
          <Alert tone="danger" className="mt-4">
            {errors.root.message}
            {OBSTACLES.filter(({ code }) => code === errors.root?.type).map(({ to, label }) => (
              <Link key={to} to={to} className="mt-1 block w-fit rounded-sm underline">
                {label}
              </Link>
            ))}
          </Alert>
        )}
        {needsSignIn && (
          <div className="mt-4">
            <GoogleButton disabled={false} withDivider={false} onSignedIn={handleSignedInAgain}>
              Sign In with Google
            </GoogleButton>
            <PasskeyButton disabled={false} onSignedIn={handleSignedInAgain} />
          </div>
        )}
        <div className="mt-5 flex justify-end gap-3">
          <Button variant="secondary" size="sm" disabled={deletion.isPending} onClick={() => changeOpen(false)}>
            No
          </Button>
          <Button type="submit" variant="danger" size="sm" busy={deletion.isPending} disabled={needsSignIn}>
            Yes
          </Button>
        </div>
      </form>
    </Popover>
  );
}
