import { SITE_NAME } from "../../site-name.ts";
import { SpriteIcon, type SpriteIconName } from "../../ui/sprite-icon.tsx";
import { Section } from "./section.tsx";

const REASONS: { icon: SpriteIconName; title: string; text: string }[] = [
  {
    icon: "shield-check",
    title: "Secure Bidding",
    text: "We process bids in the order they arrive, and record them in a journal that anyone can check.",
  },
  {
    icon: "globe",
    title: "Global Community",
    text: "Collectors and sellers all over the world meet here. One room, one clock, the same rules for everyone.",
  },
  {
    icon: "zap",
    title: "Real-time Updates",
    text: "Live bidding and instant notifications. You see every price change, and know right away when you're outbid.",
  },
];

export function WhyChoose() {
  return (
    <Section title={`Why Choose ${SITE_NAME}`} className="border-y border-line bg-surface">
      <ul className="grid gap-6 md:grid-cols-3 md:gap-8">
        {REASONS.map(({ icon, title, text }) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 md:block">
            <SpriteIcon name={icon} className="row-span-2 size-7 text-accent" strokeWidth={1.5} />
            <h3 className="text-lg font-semibold md:mt-4">{title}</h3>
            <p className="mt-1 text-muted max-sm:text-sm md:mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
