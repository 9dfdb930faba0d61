import { paths } from "../../paths.ts";
import { SITE_NAME } from "../../site-name.ts";
import { LinkButton } from "../../ui/link-button.tsx";

export function AboutHero() {
  return (
    <section className="mx-auto max-w-7xl px-4 pt-12 pb-16 sm:px-6 lg:pt-20 lg:pb-20">
      <p className="text-sm font-semibold tracking-wide text-accent uppercase">About</p>
      <h1 className="mt-4 max-w-3xl font-display text-4xl font-medium tracking-tight">
        An auction room open to everyone.
      </h1>
      <p className="mt-6 max-w-2xl text-lg text-muted">
        {SITE_NAME} is an online auction marketplace. People list their items, others bid on them live, and the highest
        bid at the end wins. The rules are the same for everyone, and anyone can check that they were followed.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={paths.auctions} size="lg">
          Browse Auctions
        </LinkButton>
        <LinkButton to={paths.createAuction} variant="secondary" size="lg">
          Sell Your Items
        </LinkButton>
      </div>
    </section>
  );
}
