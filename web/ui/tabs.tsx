import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabPanel = { value: string; label: string; panel: ReactNode };

type TabsProps = {
  tabs: readonly TabPanel[];
  label: string;
  /** The tab that's open at first. If it's absent or unknown, the first tab opens. */
  defaultTab?: string | null;
};

/** Tabs with one visible panel. Arrow keys move between the tabs. */
export function Tabs({ tabs, label, defaultTab }: TabsProps) {
  const initial = tabs.find(({ value }) => value === defaultTab) ?? tabs[0];
  return (
    <Base.Root defaultValue={initial?.value}>
      <Base.List
        aria-label={label}
        className="relative flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line scroll-hint"
      >
        {tabs.map(({ value, label: text }) => (
          <Base.Tab
            key={value}
            value={value}
            className="h-11 shrink-0 rounded-t-md px-4 text-sm font-medium text-muted -outline-offset-2 transition-colors hover:text-ink data-active:text-ink"
          >
            {text}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width]" />
      </Base.List>
      {tabs.map(({ value, panel }) => (
        <Base.Panel key={value} value={value} className="pt-6 outline-offset-4">
          {panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
