import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { confirmHuman, HUMAN_CHECK_URL } from "../../api/account.ts";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { finishHumanCheck } from "../../api/human-check.ts";
import { serverNow } from "../../api/server-clock.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useTickedValue } from "../../ui/ticker.ts";

const TITLE = "Are you human?";
const DESCRIPTION =
  "Many people are using your network right now. Confirm that you're human to continue without waiting.";

/**
 * Cloudflare's widget is on its own page in a frame (`worker/pages/human-check-page.ts`), so its script never runs
 * here. A widget that needs no tap sends a token as soon as it loads. After a failure, only a tap reloads it, so
 * failures can't repeat by themselves.
 */
export default function HumanCheckDialog() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [attempt, setAttempt] = useState(1);
  /** Only one token per attempt counts, because a widget sends another one when the first expires. */
  const hasToken = useRef(false);
  /** When the server allows the next attempt (epoch ms). */
  const [notBefore, setNotBefore] = useState(0);
  const isAllowed = useTickedValue(() => serverNow() >= notBefore);
  const { mutate, reset, error } = useMutation({
    mutationFn: confirmHuman,
    onSuccess: () => finishHumanCheck(true),
    onError(failure) {
      const seconds = failure instanceof ApiFailure ? (failure.retryAfter ?? 0) : 0;
      setNotBefore(serverNow() + seconds * 1_000);
    },
  });

  useEffect(() => {
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || hasToken.current) return;
      if (data?.type !== "human" || typeof data.token !== "string") return;
      hasToken.current = true;
      mutate(data.token);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [mutate]);

  const tryAgain = () => {
    hasToken.current = false;
    reset();
    setAttempt(attempt + 1);
  };
  useEffect(() => {
    // The button that was tapped is gone.
    if (attempt > 1) frame.current?.focus();
  }, [attempt]);

  return (
    <Dialog open onOpenChange={() => finishHumanCheck(false)} title={TITLE} description={DESCRIPTION}>
      {error && (
        <Alert tone="danger" className="mb-4">
          {messageOf(error, "We couldn't confirm that. Try again.")}
        </Alert>
      )}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, and Cloudflare's widget needs its origin */}
      <iframe key={attempt} ref={frame} title={TITLE} src={HUMAN_CHECK_URL} className="h-20 w-full" />
      {error && (
        <Button className="mt-4 w-full" disabled={!isAllowed} onClick={tryAgain}>
          Try again
        </Button>
      )}
      <Button variant="secondary" className="mt-4 w-full" onClick={() => finishHumanCheck(false)}>
        Not now
      </Button>
    </Dialog>
  );
}
