import { useQuery } from "@tanstack/react-query";
import { Globe, ShieldCheck, Zap } from "lucide-react";
import type { ReactNode } from "react";

import { featuredQuery } from "../../api/auctions.ts";
import { serverNow } from "../../api/server-clock.ts";
import { LiveItem } from "../../ui/items/live-item.tsx";

const ASSURANCES = [
  {
    icon: ShieldCheck,
    title: "Secure Bidding",
    text: "Every bid goes into a journal that anyone can check.",
  },
  { icon: Globe, title: "Global Community", text: "One room, one clock, the same rules for everyone." },
  { icon: Zap, title: "Real-time Updates", text: "The price on your screen is the price in the room." },
];

type AuthLayoutProps = { title: string; text: string; children: ReactNode; alternative: ReactNode };

/**
 * The layout of the sign-in, sign-up, password-reset and email-confirmation pages. On a large screen, a live item and
 * reasons to sign up are beside the form.
 */
export function AuthLayout({ title, text, children, alternative }: AuthLayoutProps) {
  const { data: featured } = useQuery(featuredQuery);
  // Skip an auction that has since ended, because this must be a live item.
  const item = featured?.find(({ auctionEndTime }) => serverNow() < Date.parse(auctionEndTime));
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-4rem)] max-w-7xl lg:grid-cols-2">
      <div className="flex flex-col px-4 py-12 sm:px-6 lg:justify-center lg:px-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="font-display text-3xl font-medium tracking-tight">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
          <div className="mt-8">{children}</div>
          <p className="mt-8 text-sm text-muted">{alternative}</p>
        </div>
      </div>
      <aside className="my-6 mr-6 hidden flex-col justify-center gap-10 rounded-lg bg-sunken px-10 py-10 lg:flex xl:px-16">
        {item && (
          <div className="mx-auto w-full max-w-md">
            <LiveItem item={item} now={serverNow} sizes="28rem" />
          </div>
        )}
        <ul className={item ? "mx-auto w-full max-w-md space-y-4" : "space-y-10"}>
          {ASSURANCES.map(({ icon: Icon, title: name, text: line }) => (
            <li key={name} className="flex gap-4">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.5} />
              <div>
                <p className={item ? "text-sm font-semibold" : "font-display text-xl font-medium"}>{name}</p>
                <p className={item ? "text-sm text-muted" : "mt-1 text-muted"}>{line}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
