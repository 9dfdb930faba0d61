import { useLocation } from "react-router";

import { useTypedEmail } from "../api/typed-email.ts";
import { AuthLayout } from "../features/account/auth-layout.tsx";
import { LoginForm } from "../features/account/login-form.tsx";
import { SignedOutNote } from "../features/account/signed-out-note.tsx";
import { readIntent } from "../intent.ts";
import { paths } from "../paths.ts";
import { onwardState } from "../sign-in-state.ts";
import { Link } from "../ui/link.tsx";

export default function LoginPage() {
  // Switching to sign-up keeps the page to return to and the typed address.
  const { state } = useLocation();
  const [email, setEmail] = useTypedEmail();
  return (
    <AuthLayout
      title="Welcome Back"
      text="Sign in to bid, sell and follow your auctions."
      alternative={
        <>
          No account yet?{" "}
          <Link
            to={paths.signup}
            state={onwardState(state, email)}
            className="font-medium text-accent underline underline-offset-4"
          >
            Sign up
          </Link>
        </>
      }
    >
      <SignedOutNote intent={readIntent(state)} />
      <LoginForm email={email} onEmailChange={setEmail} />
    </AuthLayout>
  );
}
