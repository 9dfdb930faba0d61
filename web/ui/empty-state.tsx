import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { LinkButton } from "./link-button.tsx";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string;
  /** Where to go next, if there is only one such page. */
  link?: { to: string; label: string; variant?: "secondary" };
  children?: ReactNode;
};

/** Shown instead of an empty list, with what to do next. */
export function EmptyState({ icon: Icon, title, text, link, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line px-6 py-16 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-6" strokeWidth={1.5} />
      </span>
      <h2 className="mt-5 font-display text-xl font-medium">{title}</h2>
      {text && <p className="mt-2 max-w-sm text-sm text-balance text-muted">{text}</p>}
      {(link ?? children) && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {link && (
            <LinkButton to={link.to} {...(link.variant && { variant: link.variant })}>
              {link.label}
            </LinkButton>
          )}
          {children}
        </div>
      )}
    </div>
  );
}
