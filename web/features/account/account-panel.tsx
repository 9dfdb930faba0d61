import type { Account } from "../../../worker/contract/account.ts";
import { Card } from "../../ui/card.tsx";
import { EmailForm } from "./email-form.tsx";
import { EmailStatus } from "./email-status.tsx";
import { ProfileForm } from "./profile-form.tsx";

type AccountPanelProps = { user: Account; isNameHidden: boolean; hasPassword: boolean };

/** The forms for a person's name, photo and email address. */
export function AccountPanel({ user, isNameHidden, hasPassword }: AccountPanelProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card className="p-6">
        <h2 className="font-display text-xl font-medium">Name and photo</h2>
        <ProfileForm user={user} isNameHidden={isNameHidden} />
      </Card>
      <Card className="p-6">
        <h2 className="font-display text-xl font-medium">Email address</h2>
        <EmailStatus email={user.email} isVerified={user.emailVerified} />
        <EmailForm hasPassword={hasPassword} />
      </Card>
    </div>
  );
}
