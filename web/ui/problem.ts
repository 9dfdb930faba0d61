/** The message shown in place of what could not be fetched: the failure's own, which says why and what to do. */
import { useState } from "react";

export function problemText(error: Error | null): string {
  const message = error?.message ?? "Something went wrong";
  return message.endsWith(".") ? message : `${message}.`;
}

/** The query's last error, kept while it tries again, when the library has none: the text on screen stays. */
export function useLastError(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? last;
}
