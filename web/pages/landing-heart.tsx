import type { ListedAuction } from "../../worker/contract/catalogue.ts";
import { useSessionUser } from "../api/session.ts";
import { saveWatchAfterLogin } from "../api/watch-after-login.ts";
import { HeartButton } from "../ui/items/heart-button.tsx";
import { optionalComponent } from "../ui/lazy-component.tsx";
import { useLoginRedirect } from "../ui/use-login-redirect.ts";

/**
 * The button needs the API client, 25 KiB of script. For a signed-in person, the header loads that anyway. A visitor,
 * who can only sign in here, doesn't need it.
 */
const WatchButton = optionalComponent(async () => (await import("../features/watching/watch-button.tsx")).default);

/** The heart that all other lists have, for a page that first-time visitors open. */
export function LandingHeart({ auction }: { auction: ListedAuction }) {
  const isSignedIn = useSessionUser() !== null;
  const goToLogin = useLoginRedirect();
  return (
    <div className="absolute top-2 right-2 z-10">
      {isSignedIn ? (
        <WatchButton auction={auction} />
      ) : (
        <HeartButton
          title={auction.title}
          isWatching={false}
          onPress={() => {
            saveWatchAfterLogin(auction._id);
            goToLogin();
          }}
        />
      )}
    </div>
  );
}
