import { paths } from "../../paths.ts";
import { LinkButton } from "../../ui/link-button.tsx";

export function CallToAction({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section aria-label="Join" className="border-t border-line bg-accent-soft">
      <div className="mx-auto flex max-w-7xl flex-col items-start gap-6 px-4 py-10 sm:gap-8 sm:px-6 sm:py-16 lg:flex-row lg:items-center lg:justify-between lg:py-20">
        <div>
          <h2 className="font-display text-2xl font-medium tracking-tight sm:text-3xl">
            Your next find is on the block.
          </h2>
          <p className="mt-2 max-w-xl text-muted">
            Join for free, follow the items you love, and put your own under the hammer in two minutes.
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {!isSignedIn && (
            <LinkButton to={paths.signup} size="lg">
              Create Account
            </LinkButton>
          )}
          <LinkButton to={paths.createAuction} variant={isSignedIn ? "primary" : "secondary"} size="lg">
            Sell Your Items
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
