// @ts-nocheck
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ERRORS } from "../../../worker/contract/errors.ts";
import { settingsQuery } from "../../api/settings.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { GoogleMark } from "./google-mark.tsx";

const NOT_CONFIGURED = ERRORS.google_not_configured.message;
const FAILED = ERRORS.google_sign_in_failed.message;

/** Signs in or up with Google, where the deployment has it; where not, it says so. */
export function GoogleButton({ children, disabled }: { children: string; disabled: boolean }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const start = async () => {
    setBusy(true);
    try {
      const { google } = await client.fetchQuery(settingsQuery);
      setProblem(google ? undefined : NOT_CONFIGURED);
    } catch {
      setProblem(FAILED);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="space-y-3">
      <Button look="secondary" className="w-full" busy={busy} disabled={disabled} onClick={() => void start()}>
        {!busy && <GoogleMark />}
        {children}
      </Button>
      {problem && <Alert tone="warning">{problem}</Alert>}
    </div>
  );
}
