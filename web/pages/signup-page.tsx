import { useLocation } from "react-router";

import { useTypedEmail } from "../api/typed-email.ts";
import { AuthLayout } from "../features/account/auth-layout.tsx";
import { SignupForm } from "../features/account/signup-form.tsx";
import { paths } from "../paths.ts";
import { onwardState } from "../sign-in-state.ts";
import { Link } from "../ui/link.tsx";

export default function SignupPage() {
  const { state } = useLocation();
  const [email, setEmail] = useTypedEmail();
  return (
    <AuthLayout
      title="Create Account"
      text="It takes a minute. Browsing is always free."
      alternative={
        <>
          Already have an account?{" "}
          <Link
            to={paths.login}
            state={onwardState(state, email)}
            className="font-medium text-accent underline underline-offset-4"
          >
            Login
          </Link>
        </>
      }
    >
      <SignupForm email={email} onEmailChange={setEmail} />
    </AuthLayout>
  );
}
