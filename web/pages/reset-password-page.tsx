import { Link, useLocation } from "react-router";

import { AuthLayout } from "../features/account/auth-layout.tsx";
import { ResetPasswordForm } from "../features/account/reset-password-form.tsx";
import { paths } from "../paths.ts";
import { Alert } from "../ui/alert.tsx";
import { usePageTitle } from "../ui/page-title.ts";

/** The token comes in the fragment of the address, which browsers send to nobody. */
export default function ResetPasswordPage() {
  usePageTitle("New Password");
  const token = useLocation().hash.slice(1);
  return (
    <AuthLayout
      title="Choose a new password"
      text="It signs you out everywhere; then you log in with it."
      other={
        <Link to={paths.forgotPassword} className="font-medium text-accent underline underline-offset-4">
          Ask for a new link
        </Link>
      }
    >
      {token === "" ? (
        <Alert tone="danger">This address is not complete: open the link of the mail once more.</Alert>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </AuthLayout>
  );
}
