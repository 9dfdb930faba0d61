import { useEffect, useRef } from "react";

/** Calls `run` once calls have stopped for `waitMs`. A pending call is dropped on unmount. */
export function useDebounced<Value>(run: (value: Value) => void, waitMs: number): (value: Value) => void {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = run;
  }, [run]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), waitMs);
  };
}
