import { useQuery } from "@tanstack/react-query";

import { isModerator } from "../../../worker/contract/people.ts";
import { profileQuery } from "../../api/account.ts";
import { mayModerate } from "../../api/moderators.ts";
import { useSessionUser } from "../../api/session.ts";

/** Whether the signed-in person is an admin. False until we know. Calls the server only if it's likely. */
export function useIsModerator(): boolean {
  const likely = mayModerate(useSessionUser()?.id);
  const { data } = useQuery({ ...profileQuery, enabled: likely });
  return likely && data !== undefined && isModerator(data.user);
}
