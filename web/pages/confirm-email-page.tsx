import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";

import { announceVerification, readVerificationReturn } from "../api/email-verification.ts";
import { ApiFailure, messageOf } from "../api/failure.ts";
import { queryKeys } from "../api/query-keys.ts";
import { confirmEmail } from "../api/security.ts";
import { useSessionUser } from "../api/session.ts";
import { AuthLayout } from "../features/account/auth-layout.tsx";
import { paths } from "../paths.ts";
import { SITE_NAME } from "../site-name.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

/**
 * The token is in the URL's fragment, which browsers never send to a server. It's used only when the button is tapped,
 * because programs that scan emails also open links.
 */
export default function ConfirmEmailPage() {
  const client = useQueryClient();
  const token = useLocation().hash.slice(1);
  const confirming = useMutation({
    mutationFn: confirmEmail,
    onSuccess: async () => {
      announceVerification();
      await client.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
  // After any other error, such as too many requests or no response, the link may work later.
  const isLinkInvalid = confirming.error instanceof ApiFailure && confirming.error.code === "email_link_invalid";
  return (
    <AuthLayout
      title={confirming.isSuccess ? "Your email address is confirmed" : "Confirm your email address"}
      text={
        confirming.isSuccess
          ? "Use it to sign in. We'll also send our emails there."
          : `Tap the button if you asked for this at ${SITE_NAME}.`
      }
      alternative={<ContinueLink />}
    >
      {token === "" && <Alert tone="danger">This link is incomplete. Open the link in the email again.</Alert>}
      {confirming.isError && (
        <Alert tone="danger" className="mb-5">
          {messageOf(confirming.error, "Something went wrong")}
        </Alert>
      )}
      {confirming.isSuccess && <Alert tone="success">You can bid, buy and sell now.</Alert>}
      {token !== "" && !confirming.isSuccess && !isLinkInvalid && (
        <Button className="w-full" busy={confirming.isPending} onClick={() => confirming.mutate(token)}>
          Confirm address
        </Button>
      )}
    </AuthLayout>
  );
}

/** Goes back to the page that required confirmation, if that was in this browser. */
function ContinueLink() {
  const isSignedIn = useSessionUser() !== null;
  const returnPath = readVerificationReturn();
  const linkClass = "font-medium text-accent underline underline-offset-4";
  if (!isSignedIn) {
    return (
      <Link to={paths.login} state={returnPath && { from: returnPath }} className={linkClass}>
        Sign in
      </Link>
    );
  }
  return (
    <Link to={returnPath ?? paths.myProfile} className={linkClass}>
      {returnPath === null
        ? "Go to your profile"
        : returnPath.startsWith("/auction/")
          ? "Back to the auction"
          : "Go back"}
    </Link>
  );
}
