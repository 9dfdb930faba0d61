import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";

import { onVerifiedElsewhere, sendVerification } from "../../api/email-verification.ts";
import { messageOf } from "../../api/failure.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";

/** The person's own address and whether it's confirmed. If it isn't, a button sends the link again. */
export function EmailStatus({ email, isVerified }: { email: string; isVerified: boolean }) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.profile });
  const resend = useMutation({
    mutationFn: sendVerification,
    onSuccess: (isAlreadyVerified) => (isAlreadyVerified ? refetch() : undefined),
  });
  useEffect(() => onVerifiedElsewhere(() => void client.invalidateQueries({ queryKey: queryKeys.profile })), [client]);
  if (email === "") {
    return (
      <Alert tone="warning" className="mt-4">
        Your account has no email address. Add one below to bid, buy and sell.
      </Alert>
    );
  }
  return (
    <div className="mt-4 space-y-3">
      <p className="font-medium break-all">{email}</p>
      {isVerified ? (
        <p className="flex items-center gap-2 text-sm text-success">
          <CircleCheck aria-hidden className="size-4" />
          Confirmed
        </p>
      ) : (
        <>
          <p className="text-sm text-warning">
            Not confirmed yet. Until you confirm it with the link in our email, no one you trade with sees it.
          </p>
          {resend.isError && <Alert tone="danger">{messageOf(resend.error, "We couldn't send it. Try again.")}</Alert>}
          {resend.isSuccess && !resend.data && <Alert tone="success">Sent. Check your inbox and spam folder.</Alert>}
          <Button
            variant="secondary"
            size="sm"
            busy={resend.isPending}
            busyLabel="Sending..."
            onClick={() => resend.mutate()}
          >
            Send again
          </Button>
        </>
      )}
    </div>
  );
}
