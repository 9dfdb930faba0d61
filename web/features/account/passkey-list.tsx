import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";

import { MAX_PASSKEYS, type Passkey } from "../../../worker/contract/passkeys.ts";
import { addPasskey, supportsPasskeys, passkeysQuery, removePasskey } from "../../api/passkeys.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Button } from "../../ui/button.tsx";
import { DateTime, dateTimeText } from "../../ui/date-time.tsx";
import { QueryList } from "../../ui/query-list.tsx";
import { RetryButton } from "../../ui/retry-button.tsx";
import { toasts } from "../../ui/toast.ts";
import { ReauthenticationDialog } from "./reauthentication-dialog.tsx";

const NOT_ADDED_TEXTS = {
  cancelled: "No passkey was added",
  known: "This device already has a passkey for your account",
} as const;

/** "add" if the dialog adds a passkey. Otherwise, the passkey that it removes. */
type PasskeyDialogTarget = "add" | Passkey;

/** The person's passkeys. Adding or removing one asks for the password first, if the account has one. */
export function PasskeyList({ hasPassword }: { hasPassword: boolean }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dialogFor, setDialogFor] = useState<PasskeyDialogTarget | null>(null);
  const query = useQuery(passkeysQuery);
  const { data: passkeys } = query;
  const finish = async (message: string) => {
    setDialogFor(null);
    toasts.success(message);
    await client.invalidateQueries({ queryKey: queryKeys.passkeys });
  };
  const adding = useMutation({
    mutationFn: addPasskey,
    onSuccess: async (outcome) => {
      if (outcome === "done") return finish("Passkey Added");
      setDialogFor(null);
      toasts.error(NOT_ADDED_TEXTS[outcome]);
    },
  });
  const removing = useMutation({
    mutationFn: ({ id, password }: { id: string; password: string | null }) => removePasskey(id, password),
    onSuccess: () => finish("Passkey Removed"),
  });

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-display text-xl font-medium">
        Passkeys
      </h2>
      <p className="mt-4 text-sm text-muted">
        Sign in with your fingerprint, face or screen lock. A passkey can't be guessed, and it only works on this site.
      </p>
      <QueryList
        query={query}
        items={query.data}
        failed={
          <div className="mt-3">
            <RetryButton size="sm" query={query} />
          </div>
        }
        empty={<p className="mt-3 text-sm">You don't have a passkey yet.</p>}
      >
        {(keys) => (
          <ul className="mt-2 divide-y divide-line">
            {keys.map((passkey) => (
              <PasskeyEntry key={passkey._id} passkey={passkey} onRemove={() => setDialogFor(passkey)} />
            ))}
          </ul>
        )}
      </QueryList>
      <div className="mt-4">
        {supportsPasskeys() ? (
          <Button
            variant="secondary"
            disabled={(passkeys?.length ?? 0) >= MAX_PASSKEYS}
            onClick={() => setDialogFor("add")}
          >
            Add a passkey
          </Button>
        ) : (
          <p className="text-sm text-muted">This browser doesn't support passkeys.</p>
        )}
      </div>
      <ReauthenticationDialog
        key={dialogFor === null || dialogFor === "add" ? dialogFor : dialogFor._id}
        open={dialogFor !== null}
        onOpenChange={(open) => !open && setDialogFor(null)}
        title={
          dialogFor === null || dialogFor === "add"
            ? "Add a passkey"
            : `Remove the passkey for ${deviceNameOf(dialogFor)}?`
        }
        text={
          dialogFor === null || dialogFor === "add"
            ? "Your browser will ask you to confirm on this device or another one."
            : "You won't be able to sign in with it. Your device may keep it until you delete it there, too."
        }
        confirmLabel={dialogFor === null || dialogFor === "add" ? "Continue" : "Remove"}
        danger={dialogFor !== null && dialogFor !== "add"}
        hasPassword={hasPassword}
        busy={adding.isPending || removing.isPending}
        finalFocus={() => heading.current}
        send={(password, callbacks) =>
          dialogFor === null || dialogFor === "add"
            ? adding.mutate(password, callbacks)
            : removing.mutate({ id: dialogFor._id, password }, callbacks)
        }
      />
    </>
  );
}

function deviceNameOf({ device }: Passkey): string {
  return device ?? "an unknown device";
}

function PasskeyEntry({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-start gap-4 py-4">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{passkey.device ?? "Unknown device"}</p>
        <p className="mt-0.5 text-sm text-muted">
          Added <DateTime iso={createdAt} />
        </p>
        <p className="text-sm text-muted">
          {lastUsedAt === null ? (
            "Never used"
          ) : (
            <>
              Last used <DateTime iso={lastUsedAt} withTime />
            </>
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Remove the passkey for ${deviceNameOf(passkey)}, added ${dateTimeText(createdAt)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
