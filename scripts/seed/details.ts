/** The details of seeded items. They have their own seeds, so that changing them doesn't change the histories. */
import type { ListingDetails } from "../../worker/contract/listing-details.ts";
import { personNamed } from "./people.ts";
import { Random } from "./random.ts";
import type { CategoryId, SampleItem } from "./sample-item.ts";

type TypicalDetails = {
  readonly conditions: readonly NonNullable<ListingDetails["condition"]>[];
  /** In US dollars. Empty if an item is too large for a parcel. */
  readonly shippingPrices: readonly number[];
};

const USED = ["likeNew", "good", "good", "fair"] as const;
const TYPICAL_DETAILS: Readonly<Record<CategoryId, TypicalDetails>> = {
  antiques: { conditions: ["good", "good", "fair"], shippingPrices: [35, 60, 120] },
  "art-collectibles": { conditions: USED, shippingPrices: [18, 40, 75] },
  electronics: { conditions: [...USED, "forParts"], shippingPrices: [14, 25, 39] },
  fashion: { conditions: ["new", ...USED], shippingPrices: [0, 9, 15] },
  gaming: { conditions: [...USED, "forParts"], shippingPrices: [0, 12, 19] },
  "jewelry-watches": { conditions: ["new", ...USED], shippingPrices: [0, 0, 22] },
  "real-estate": { conditions: [], shippingPrices: [] },
  vehicles: { conditions: ["good", "fair"], shippingPrices: [] },
};

/** `scale` is how many units of the deployment's currency a dollar is worth. */
export function detailsOf({ slug, category, seller }: SampleItem, scale = 1): ListingDetails {
  const { conditions, shippingPrices } = TYPICAL_DETAILS[category];
  // A house has no such condition and can't be shipped.
  if (conditions.length === 0) return {};
  const random = new Random(`details ${slug}`);
  const condition = random.pick(conditions);
  const shippingPrice = shippingPrices.length === 0 || random.chance(0.15) ? null : random.pick(shippingPrices) * scale;
  return {
    condition,
    ...(shippingPrice === null
      ? { shipping: random.pick(["none", "arranged"] as const) }
      : { shipping: "price", shippingPrice }),
    location: personNamed(seller).hometown,
    returns: condition === "forParts" ? "none" : random.pick(["none", "14days", "14days", "30days"] as const),
  };
}
