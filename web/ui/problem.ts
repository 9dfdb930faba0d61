/**
 * The message shown instead of content that couldn't be loaded. It's the failure's own, which says why and what to do.
 */
import { useState } from "react";

export function problemText(error: Error | null): string {
  const message = error?.message ?? "Something went wrong";
  return message.endsWith(".") ? message : `${message}.`;
}

/** The query's last error. During a retry the library has none, so we keep it to leave the text on screen. */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
