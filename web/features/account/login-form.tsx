import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link } from "react-router";

import { loginInput, type LoginInput } from "../../../worker/contract/account.ts";
import { logIn } from "../../api/account.ts";
import { messageOf } from "../../api/failure.ts";
import { placeFailure } from "../../api/form-failure.ts";
import { paths } from "../../paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toasts } from "../../ui/toast.ts";
import { EmailField } from "./email-field.tsx";
import { GoogleButton } from "./google-button.tsx";
import { OrLine } from "./or-line.tsx";

const FAILED = "Login Failed";

/** On success the session knows the person, and the guard of this page leads to the profile. */
export function LoginForm() {
  const { register, handleSubmit, setError, formState } = useForm<LoginInput>({
    resolver: standardSchemaResolver(loginInput),
    defaultValues: { email: "", password: "" },
  });
  const { errors } = formState;
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: () => toasts.success("Logged In"),
    onError(error) {
      toasts.error(FAILED);
      placeFailure(error, { setError, fields: ["email", "password"] });
    },
  });
  const problem = login.error && messageOf(login.error, login.error.message);

  return (
    <>
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => void handleSubmit((input) => login.mutate(input))(event)}
      >
        {problem && (
          <Alert tone="danger">
            {problem === FAILED ? "Login Failed: the email or the password is not right." : problem}
          </Alert>
        )}
        <EmailField autoComplete="username" error={errors.email?.message} {...register("email")} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password")}
        />
        <Link
          to={paths.forgotPassword}
          className="block w-fit rounded-sm text-sm font-medium text-accent underline underline-offset-4"
        >
          Forgot password?
        </Link>
        <Button type="submit" className="w-full" busy={login.isPending} busyLabel="Signing In...">
          Sign In
        </Button>
      </form>
      <OrLine />
      <GoogleButton disabled={login.isPending}>Sign In with Google</GoogleButton>
    </>
  );
}
