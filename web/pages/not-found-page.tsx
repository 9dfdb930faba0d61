import { Compass } from "lucide-react";

import { paths } from "../paths.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { usePageTitle } from "../ui/use-page-title.ts";

export default function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-24 text-center sm:px-6 lg:py-32">
      <Compass aria-hidden className="size-10 text-accent" strokeWidth={1.25} />
      <h1 className="mt-6 font-display text-3xl font-medium tracking-tight">There's nothing here</h1>
      <p className="mt-3 text-muted">The address may be mistyped, or the page has been removed.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton to={paths.auctions}>Browse Auctions</LinkButton>
        <LinkButton to={paths.home} variant="secondary">
          Go to the home page
        </LinkButton>
      </div>
    </div>
  );
}
