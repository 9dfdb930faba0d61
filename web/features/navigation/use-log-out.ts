import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { endSession } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";

/** Ends the session here even if the request to the server fails. */
export function useLogOut() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      try {
        // Loaded on demand, because the header is part of the first script and the API client is not.
        await (await import("../../api/account.ts")).logOut();
      } finally {
        // Loading that code may fail, too.
        endSession({ byChoice: true });
      }
    },
    onSettled() {
      toasts.success("Logged Out");
      void navigate(paths.home);
    },
  });
}
