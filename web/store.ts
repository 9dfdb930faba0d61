/**
 * A value that exists once per document and that code outside React reads and changes, such as the session. Server data
 * belongs in the query cache instead, and state of one part of the page in its component.
 */
import { useSyncExternalStore } from "react";

type Listener<Value> = (value: Value, before: Value) => void;

export type Store<Value> = {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Returns an unsubscribe function. */
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

/** The component renders again when the selected value changes. */
export function useStore<Value, Part>({ get, subscribe }: Store<Value>, select: (value: Value) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(get()));
}
