import { Link } from "../../ui/link.tsx";
import type { Block, InlineText } from "./parse-text.ts";

const LINK_CLASS = "rounded-sm font-medium text-accent underline underline-offset-4";

/** Text with headings that can be linked to. Links to our own pages open without a reload. */
export function TextBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="space-y-4 leading-relaxed">
      {blocks.map((block) => (
        <TextBlock key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  );
}

function TextBlock({ block }: { block: Block }) {
  if (block.type === "heading") {
    return (
      <h2 id={block.id} className="scroll-mt-24 pt-6 font-display text-xl font-medium">
        {block.text}
      </h2>
    );
  }
  if (block.type === "list") {
    return (
      <ul className="list-disc space-y-2 pl-5 marker:text-muted">
        {block.items.map((item) => (
          <li key={JSON.stringify(item)}>
            <Line content={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Line content={block.content} />
    </p>
  );
}

function Line({ content }: { content: readonly InlineText[] }) {
  return content.map((part) => <InlinePart key={JSON.stringify(part)} part={part} />);
}

function InlinePart({ part }: { part: InlineText }) {
  if (part.type === "bold") return <strong className="font-semibold">{part.text}</strong>;
  if (part.type === "text") return part.text;
  // The Worker handles `/.well-known`, so it needs a full page load.
  return part.to.startsWith("/") && !part.to.startsWith("/.") ? (
    <Link to={part.to} className={LINK_CLASS}>
      {part.text}
    </Link>
  ) : (
    <a href={part.to} className={LINK_CLASS}>
      {part.text}
    </a>
  );
}
