import { BlockedPeople } from "./blocked-people.tsx";

/** How others see the person, and from whom they take no bids. */
export function PrivacyPanel() {
  return (
    <div className="space-y-10">
      <BlockedPeople />
    </div>
  );
}
