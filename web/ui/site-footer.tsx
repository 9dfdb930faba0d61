/** The footer's entries are placeholders without a target, so they are not links. */
const GROUPS = [
  { title: "Marketplace", entries: ["Browse Auctions", "Sell Items", "Categories", "How It Works"] },
  { title: "Support", entries: ["Help Center", "Contact Us", "Safety", "Shipping"] },
  { title: "Company", entries: ["About Us", "Careers", "Press", "Blog"] },
];
const LEGAL = ["Privacy", "Terms", "Cookie"];

export function SiteFooter() {
  return (
    <footer className="bg-canvas">
      <div className="mx-auto max-w-7xl px-4 py-12 sm:px-6 lg:py-16">
        <div className="grid gap-10 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="sm:col-span-3 lg:col-span-1">
            <p className="font-display text-xl font-semibold tracking-tight">Lotline</p>
            <p className="mt-2 max-w-xs text-sm text-muted">An auction house without walls, live in every time zone.</p>
          </div>
          {GROUPS.map(({ title, entries }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold">{title}</h2>
              <ul className="mt-3 space-y-2 text-sm text-muted">
                {entries.map((entry) => (
                  <li key={entry}>{entry}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="mt-12 flex flex-wrap justify-between gap-x-8 gap-y-3 border-t border-line pt-6 text-sm text-muted">
          <p>© 2025 Lotline. All rights reserved.</p>
          <ul className="flex gap-6">
            {LEGAL.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
