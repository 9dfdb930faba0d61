import { paths } from "../paths.ts";
import { Link } from "./link.tsx";

/** Marks a block as a sample, with a link that explains what that means. */
export function SampleNote({ subject }: { subject: string }) {
  return (
    <Link
      to={`${paths.help}#samples`}
      className="inline-block rounded-sm py-1 text-xs text-muted underline underline-offset-4 hover:text-ink"
    >
      {`Sample ${subject}`}
    </Link>
  );
}
