import { useId } from "react";

/** The progress of an upload. `fraction` is 0 to 1. */
export function Progress({ label, fraction }: { label: string; fraction: number }) {
  const id = useId();
  const percent = Math.round(fraction * 100);
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-sm text-muted">
        <label htmlFor={id}>{label}</label>
        <span className="tabular-nums">{percent}%</span>
      </div>
      <progress
        id={id}
        max={100}
        value={percent}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
