import { AnonymitySwitch } from "./anonymity-switch.tsx";
import { BlockedPeople } from "./blocked-people.tsx";

/** How others see the person, and from whom they take no bids. */
export function PrivacyPanel({ anonymous }: { anonymous: boolean }) {
  return (
    <div className="space-y-10">
      <AnonymitySwitch anonymous={anonymous} />
      <BlockedPeople />
    </div>
  );
}
