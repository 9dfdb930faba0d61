import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { queryKeys } from "../../api/query-keys.ts";
import { endSession } from "../../api/session.ts";
import { paths } from "../../paths.ts";
import { toasts } from "../../ui/toast.ts";

/** No one should leave a shared computer believing that their session has ended when it hasn't. */
const ONLY_HERE = "Signed out on this device only. We can't reach the server.";

/**
 * Ends the session here even if the request to the server fails. It's a normal mutation, but run without `useMutation`,
 * which would be in the first script just for this.
 */
export function useSignOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const mutation = {
    mutationFn: async () => {
      try {
        // Loaded on demand, because the header is part of the first script and the API client is not.
        await (await import("../../api/account.ts")).signOut();
      } finally {
        // Loading that code may fail too.
        endSession({ byChoice: true });
      }
    },
    onSettled(_data: unknown, error: unknown) {
      client.setQueryDefaults(queryKeys.own, {});
      setPending(false);
      toasts[error ? "error" : "success"](error ? ONLY_HERE : "Logged Out", "session");
      void navigate(paths.home);
    },
  };
  const signOut = () => {
    setPending(true);
    // After the sign-out, the server would refuse calls still on their way, including those from parts that appear in
    // the meantime.
    void client.cancelQueries({ queryKey: queryKeys.own });
    client.setQueryDefaults(queryKeys.own, { enabled: false });
    // A failed request changes only the toast, because the session on the server expires by itself.
    void Promise.allSettled([client.getMutationCache().build(client, mutation).execute(undefined)]);
  };
  return { isPending, signOut };
}
