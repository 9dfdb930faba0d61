import { UserRound } from "lucide-react";

import type { Person } from "../../../worker/contract/catalogue.ts";
import { Button } from "../../ui/button.tsx";
import { fullName } from "../../ui/full-name.ts";

/** The `PersonActions` button next to something a person has listed, bid on, asked, rated or written. */
export function personButton(role: "Seller" | "Bidder" | "Author", person: Person) {
  return (
    <Button variant="secondary" size="sm" aria-label={`${role}: ${fullName(person)}`}>
      <UserRound aria-hidden className="size-4" />
      {role}
    </Button>
  );
}
