/** A message channel to the other tabs. Null if the browser has none. */
export function channelTo(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
