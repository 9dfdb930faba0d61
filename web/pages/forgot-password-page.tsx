import { useLocation } from "react-router";

import { AuthLayout } from "../features/account/auth-layout.tsx";
import { ForgotPasswordForm } from "../features/account/forgot-password-form.tsx";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";

export default function ForgotPasswordPage() {
  const { state } = useLocation();
  return (
    <AuthLayout
      title="Forgot your password?"
      text="Enter your email, and we'll send you a link to choose a new password."
      alternative={
        <Link to={paths.login} state={state} className="font-medium text-accent underline underline-offset-4">
          Back to Login
        </Link>
      }
    >
      <ForgotPasswordForm />
    </AuthLayout>
  );
}
