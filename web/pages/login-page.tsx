import { useLocation } from "react-router";

import { AuthLayout } from "../features/account/auth-layout.tsx";
import { LoginForm } from "../features/account/login-form.tsx";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { usePageTitle } from "../ui/page-title.ts";

export default function LoginPage() {
  usePageTitle("Login");
  // Signing up instead leads back to the same page.
  const { state } = useLocation();
  return (
    <AuthLayout
      title="Welcome Back"
      text="Sign in to bid, sell and follow your auctions."
      other={
        <>
          No account yet?{" "}
          <Link to={paths.signup} state={state} className="font-medium text-accent underline underline-offset-4">
            Sign up
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthLayout>
  );
}
