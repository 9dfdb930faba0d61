import { BellRing, Gavel, Globe, type LucideIcon, MonitorSmartphone } from "lucide-react";

import { SITE_NAME } from "../../site-name.ts";

const FEATURES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Gavel,
    title: "Live Bidding",
    text:
      "We process each auction's bids one at a time, in the order they arrive. " +
      "An accepted bid shows on every screen right away.",
  },
  {
    icon: BellRing,
    title: "Instant Updates",
    text: "We notify you right away when someone outbids you, when someone bids on your item, and when one of your auctions ends.",
  },
  {
    icon: Globe,
    title: "Global Community",
    text: "Buyers and sellers all over the world follow the same auctions. Everyone bids by the same clock.",
  },
  {
    icon: MonitorSmartphone,
    title: "Accessible Anywhere",
    text: "Everything works on a phone and on a wide screen, by touch, keyboard or screen reader, in light and dark mode.",
  },
];

export function AboutFeatures() {
  return (
    <section aria-label={`What ${SITE_NAME} offers`} className="border-y border-line bg-surface">
      <ul className="mx-auto grid max-w-7xl gap-4 px-4 py-16 sm:grid-cols-2 sm:px-6 lg:grid-cols-4 lg:py-20">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-lg border border-line bg-canvas p-6">
            <Icon aria-hidden className="size-7 text-accent" strokeWidth={1.5} />
            <h2 className="mt-4 text-lg font-semibold">{title}</h2>
            <p className="mt-2 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
