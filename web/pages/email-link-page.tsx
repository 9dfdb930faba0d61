import { useLocation } from "react-router";

import { paths } from "../paths.ts";
import ConfirmEmailPage from "./confirm-email-page.tsx";
import ResetPasswordPage from "./reset-password-page.tsx";

/** The pages behind links in emails share one script, because each separate script would make the first one larger. */
export default function EmailLinkPage() {
  return useLocation().pathname.startsWith(paths.confirmEmail) ? <ConfirmEmailPage /> : <ResetPasswordPage />;
}
