import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";

import { classes } from "../classes.ts";
import { CHOICE_CLASS } from "./choice-button.tsx";
import type { ControlProps } from "./field.tsx";

export type Option = { value: string; label: string; disabled?: boolean };

type SelectProps = Partial<ControlProps> & {
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  /** Whether the list starts open. */
  defaultOpen?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string;
  className?: string;
};

/** One choice out of several. The option with an empty value is the placeholder. */
export function Select({
  options,
  value,
  onChange,
  onBlur,
  name,
  defaultOpen = false,
  disabled,
  ref,
  className,
  id,
  ...aria
}: SelectProps) {
  const chosen = options.find((option) => option.value === value);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  return (
    // Our content security policy forbids inline styles.
    <CSPProvider disableStyleElements>
      {/* The list opens inside the page's main landmark, so that people who navigate by landmarks find it. A dialog is
          outside it, so there the library places the list beside the dialog. Don't pass `null`, which shows nothing. */}
      <span hidden ref={(element) => setLandmark(element?.closest("main") ?? null)} />
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next) => onChange(next ?? "")}
        {...(name === undefined ? {} : { name })}
        {...(id === undefined ? {} : { id })}
        defaultOpen={defaultOpen}
        disabled={disabled ?? false}
      >
        <Base.Trigger
          {...aria}
          ref={ref}
          onBlur={onBlur}
          className={classes(CHOICE_CLASS, chosen?.disabled && "text-muted", className)}
        >
          <Base.Value className="truncate" />
          <Base.Icon>
            <ChevronDown aria-hidden className="size-4 text-muted" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal {...(landmark ? { container: landmark } : {})}>
          <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-overlay transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className="flex items-center justify-between gap-6 rounded-sm px-3 py-2 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-sunken"
                  >
                    <Base.ItemText>{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
