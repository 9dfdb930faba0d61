// @ts-nocheck
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";

/** Ends the session here in any case: also when the server could not be told. */
export function useLogOut() {
  const navigate = useNavigate();
  return useMutation({
    // Loaded when it is needed: the header comes before everything that talks to the server.
    mutationFn: async () => (await import("../../api/account.ts")).logOut(),
    onSettled() {
      toasts.success("Logged Out");
      void navigate(paths.home);
    },
  });
}
