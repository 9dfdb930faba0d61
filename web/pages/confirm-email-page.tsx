import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";

import { ApiFailure, messageOf } from "../api/failure.ts";
import { queryKeys } from "../api/query-keys.ts";
import { confirmEmail } from "../api/security.ts";
import { AuthLayout } from "../features/account/auth-layout.tsx";
import { paths } from "../paths.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { usePageTitle } from "../ui/page-title.ts";

/**
 * The token is in the fragment of the address, which browsers never send to a server. It is used only at a press of the
 * button, because programs that check mails also open links.
 */
export default function ConfirmEmailPage() {
  usePageTitle("Confirm E-mail Address");
  const client = useQueryClient();
  const token = useLocation().hash.slice(1);
  const confirming = useMutation({
    mutationFn: confirmEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.profile }),
  });
  // Too many requests, or no answer: the link may work a moment later.
  const isUseless = confirming.error instanceof ApiFailure && confirming.error.code === "email_link_invalid";
  return (
    <AuthLayout
      title={confirming.isSuccess ? "Your address is changed" : "Confirm your new address"}
      text={`From ${confirming.isSuccess ? "now" : "then"} on you sign in with it, and our mails go to it.`}
      other={
        <Link to={paths.myProfile} className="font-medium text-accent underline underline-offset-4">
          Go to your profile
        </Link>
      }
    >
      {token === "" && <Alert tone="danger">This address is incomplete: open the link in the mail again.</Alert>}
      {confirming.isError && (
        <Alert tone="danger" className="mb-5">
          {messageOf(confirming.error, "Something went wrong")}
        </Alert>
      )}
      {confirming.isSuccess && <Alert tone="success">E-mail Address Changed</Alert>}
      {token !== "" && !confirming.isSuccess && !isUseless && (
        <Button className="w-full" busy={confirming.isPending} onClick={() => confirming.mutate(token)}>
          Confirm Address
        </Button>
      )}
    </AuthLayout>
  );
}
