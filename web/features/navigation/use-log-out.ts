import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { endSession } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";

/** Ends the session here in any case: also when the server could not be told. */
export function useLogOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      try {
        // Loaded when it is needed: the header comes before everything that talks to the server.
        await (await import("../../api/account.ts")).logOut();
      } finally {
        // What talks to the server may not arrive either.
        endSession({ byChoice: true });
      }
    },
    onSettled() {
      toasts.success("Logged Out");
      void navigate(paths.home);
    },
  });
}
