import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation } from "react-router";

import { profileQuery } from "../api/account.ts";
import { saveVerificationReturn, onVerifiedElsewhere, sendVerification } from "../api/email-verification.ts";
import { type ApiFailure, messageOf } from "../api/failure.ts";
import { queryKeys } from "../api/query-keys.ts";
import { paths } from "../paths.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

/** How often to fetch the profile, because the person may confirm the address on another device. */
const POLL_MS = 4_000;

/** The action that waits for the confirmed address, and what happens next. */
const BLOCKED_TEXTS = {
  bid: { to: "bid", next: "We'll place your bid once you've confirmed." },
  buy: { to: "buy", next: "We'll complete your purchase once you've confirmed, if the item's still available." },
  ask: { to: "ask a question", next: "We'll post your question once you've confirmed." },
  list: { to: "list an item", next: "We'll list your item once you've confirmed." },
} as const;

type EmailVerificationNoteProps = {
  /** Its code is `email_not_verified`. */
  refusal: ApiFailure;
  blockedAction: keyof typeof BLOCKED_TEXTS;
  /** Called once, when the address is confirmed. Absent if another notice already waits for that. */
  onVerified?: () => void;
  className?: string;
};

/**
 * Shown where an action needs a confirmed email address. It sends the link again on request, and says so once the
 * address is confirmed.
 */
export function EmailVerificationNote({
  refusal,
  blockedAction,
  onVerified,
  className = "",
}: EmailVerificationNoteProps) {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const isWaiting = onVerified !== undefined;
  const { data } = useQuery({
    ...profileQuery,
    meta: {},
    staleTime: 0,
    enabled: isWaiting,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
  const resend = useMutation({
    mutationFn: sendVerification,
    meta: { quiet: true },
    onSuccess: (isVerified) => isVerified && client.invalidateQueries({ queryKey: queryKeys.profile }),
  });
  const isVerified = data?.user.emailVerified === true;
  const wasVerified = useRef(false);
  const proceed = useEffectEvent(() => {
    if (wasVerified.current) return;
    wasVerified.current = true;
    onVerified?.();
  });
  useEffect(() => {
    if (isVerified) proceed();
  }, [isVerified]);
  useEffect(() => {
    if (!isWaiting) return;
    saveVerificationReturn(pathname + search);
    return onVerifiedElsewhere(() => void client.invalidateQueries({ queryKey: queryKeys.profile }));
  }, [client, isWaiting, pathname, search]);

  const { address } = refusal.details;
  if (isVerified) {
    return (
      <Alert tone="success" className={className}>
        Your email address is confirmed.
      </Alert>
    );
  }
  if (address === undefined) {
    return (
      <Alert tone="warning" className={className}>
        Add an email address to {BLOCKED_TEXTS[blockedAction].to}.{" "}
        <Link to={paths.myProfile} className="underline underline-offset-4">
          Go to your profile
        </Link>
      </Alert>
    );
  }
  return (
    <Alert tone="warning" className={className}>
      <p className="text-pretty">
        Confirm your email address to {BLOCKED_TEXTS[blockedAction].to}. We sent a link to {address}.{" "}
        {isWaiting && BLOCKED_TEXTS[blockedAction].next}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="secondary"
          size="sm"
          busy={resend.isPending}
          busyLabel="Sending..."
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
        <output className="text-sm">
          {resend.isSuccess && "Sent. Check your inbox and spam folder."}
          {resend.isError && messageOf(resend.error, "We couldn't send it. Try again.")}
        </output>
      </div>
    </Alert>
  );
}
