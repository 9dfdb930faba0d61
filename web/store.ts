/**
 * A value of which a document has one, and which code outside of React reads and changes: the session, for example. What
 * comes from the server is in the query cache instead, and what one part of the page needs is in its component.
 */
import { useSyncExternalStore } from "react";

type Listener<Value> = (value: Value, before: Value) => void;

export type Store<Value> = {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Returns the function that ends it. */
  readonly subscribe: (listener: Listener<Value>) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<Listener<Value>>();
  return {
    get: () => value,
    set(next) {
      const before = value;
      value = next;
      for (const listener of listeners) listener(next, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The component renders again when what it selects is another value. */
export function useStore<Value, Part>({ get, subscribe }: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(get()));
}
