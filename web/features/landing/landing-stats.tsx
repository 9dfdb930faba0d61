import type { ReactNode } from "react";

export type LandingStat = { readonly value: ReactNode; readonly text: string };

/** Numbers for the whole marketplace, with `note` below. */
export function LandingStats({ stats, note }: { stats: readonly LandingStat[]; note?: ReactNode }) {
  return (
    <section aria-label={note ? "Sample figures" : "Figures"} className="border-t border-line">
      <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-6">
          {stats.map(({ value, text }) => (
            <div key={text} className="flex flex-col-reverse justify-end">
              <dt className="mt-1 text-sm text-muted">{text}</dt>
              <dd className="font-display text-xl font-medium tabular-nums sm:text-2xl">{value}</dd>
            </div>
          ))}
        </dl>
        {note && <p className="mt-4">{note}</p>}
      </div>
    </section>
  );
}
