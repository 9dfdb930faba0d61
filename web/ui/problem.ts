/** The message in place of content that couldn't load. It's the failure's own, which says why and what to do. */
import { useState } from "react";

export function problemText(error: Error | null): string {
  const message = error?.message ?? "Something went wrong";
  return message.endsWith(".") ? message : `${message}.`;
}

/** The query's last error. Kept during a retry, when the library has none, so that the text stays on screen. */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
