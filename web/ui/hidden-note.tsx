import { TriangleAlert } from "lucide-react";

/** Tells the author that admins have hidden what they wrote, and why. */
export function HiddenNote({ subject, reason }: { subject: string; reason: string }) {
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Our team has hidden this {subject}. Reason: {reason}
      </span>
    </p>
  );
}
