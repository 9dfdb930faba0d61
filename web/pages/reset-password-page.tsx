import { useLocation } from "react-router";

import { AuthLayout } from "../features/account/auth-layout.tsx";
import { ResetPasswordForm } from "../features/account/reset-password-form.tsx";
import { paths } from "../paths.ts";
import { Alert } from "../ui/alert.tsx";
import { Link } from "../ui/link.tsx";

/** The token is in the URL's fragment, which browsers never send to a server. */
export default function ResetPasswordPage() {
  const token = useLocation().hash.slice(1);
  return (
    <AuthLayout
      title="Choose a new password"
      text="This signs you out everywhere and removes your passkeys. Then sign in with the new password."
      alternative={
        <Link to={paths.forgotPassword} className="font-medium text-accent underline underline-offset-4">
          Request a new link
        </Link>
      }
    >
      {token === "" ? (
        <Alert tone="danger">This link is incomplete. Open the link in the email again.</Alert>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </AuthLayout>
  );
}
