import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const fashion = itemsIn("fashion", [
  {
    slug: "gabardine-trench",
    seller: "grace",
    title: "Cotton gabardine trench coat, 1970s, size M",
    description:
      "The real thing, with storm flap, throat latch and a belt that hangs as it should. Tightly woven gabardine, rust silk lining, horn buttons all present and one spare. Dry-cleaned. A pale mark inside the left cuff, nothing outside. Shoulders 44 cm, length 104 cm.",
    startingPrice: 160,
    story: {
      openedHoursAgo: 30,
      endsInMinutes: 27,
      bidCount: 18,
      priceMultiple: 2.2,
      leader: "leila",
      otherBidders: ["mateo", "yuki"],
    },
  },
  {
    slug: "horsehide-biker",
    seller: "tane",
    title: "Horsehide motorcycle jacket, 1950s cut, size 40",
    description:
      "Front-quarter horsehide that stood up by itself when new and has since learnt to bend. Heavy brass zips, half belt, cream wool lining. Two small scuffs at the right elbow from a gravel road in Otago, nothing torn. Pit to pit 54 cm, back 62 cm.",
    startingPrice: 340,
    story: {
      openedHoursAgo: 82,
      endsInMinutes: -14 * HOUR_MINUTES,
      bidCount: 24,
      priceMultiple: 2,
      leader: "kwame",
      lateBidCount: 2,
    },
  },
  {
    slug: "burgundy-evening-gown",
    seller: "chiara",
    title: "Silk faille evening gown, Milan atelier, 1956",
    description:
      "Made for one opera season and worn, according to the atelier's book, on four evenings. Burgundy silk faille, boned bodice, hand-sewn crystals scattered like the end of a party, gold sash. Waist 66 cm, length 132 cm. A repaired hem and one replaced hook. The crystals are complete.",
    startingPrice: 780,
    story: {
      openedHoursAgo: 48,
      endsInMinutes: 20 * HOUR_MINUTES,
      bidCount: 15,
      priceMultiple: 1.7,
      leader: "zofia",
      otherBidders: ["priya"],
    },
  },
  {
    slug: "crane-kimono",
    seller: "yuki",
    title: "Indigo kimono with cranes over waves, yūzen, 1930s",
    description:
      "Freehand yūzen dyeing on silk crêpe, three cranes rising from a field of waves. Coral lining, five crests, 49 cm sleeves. It has been kept flat in a paulownia drawer and aired every autumn. Faint fold lines, no stains, no moth. Hangs beautifully as a picture, wears better.",
    startingPrice: 520,
    story: {
      openedHoursAgo: 64,
      endsInMinutes: 60,
      bidCount: 27,
      priceMultiple: 2.3,
      leader: "mateo",
      otherBidders: ["ingrid", "chiara"],
    },
  },
  {
    slug: "loden-felt-hat",
    seller: "lukas",
    title: "Fur-felt hat in moss green, Viennese maker, size 58",
    description:
      "Blocked by hand in the Josefstadt by a hatter who has since retired, and no one makes that green any more. Grosgrain ribbon, pheasant feather, leather band stamped in gold. Worn on Sundays only. With its box, which has travelled more than the hat.",
    startingPrice: 110,
    story: { openedHoursAgo: 20, endsInMinutes: 4 * DAY_MINUTES, bidCount: 7, priceMultiple: 1.5 },
  },
  {
    slug: "saddle-leather-handbag",
    seller: "amara",
    title: "Structured top-handle bag in saddle leather, hand-stitched",
    description:
      "Cut from a single side of vegetable-tanned leather and saddle-stitched in a two-person workshop in Lagos. Brass lock that turns with a small, expensive sound. Lined in goat suede, two pockets, tassel with the key inside. Unworn, from the workshop's archive. Dust bag included.",
    startingPrice: 390,
    story: { openedHoursAgo: 28, endsInMinutes: 2 * DAY_MINUTES, bidCount: 12, priceMultiple: 1.6, leader: "yuki" },
  },
  {
    slug: "court-high-tops",
    seller: "minh",
    title: "Court high-tops, first series, 1985, unworn, EU 43",
    description:
      "Bought for a championship that never took place, and never laced until the photo. White, red and navy leather, soles supple for their age, original insoles, tissue and tag. Slight yellowing at the midsole edge, as every untouched pair has. Display them or dare.",
    startingPrice: 450,
    story: {
      openedHoursAgo: 22,
      endsInMinutes: 88,
      bidCount: 32,
      priceMultiple: 2.8,
      leader: "kwame",
      otherBidders: ["mateo", "tane"],
    },
  },
  {
    slug: "carmine-court-shoes",
    seller: "chiara",
    title: "Carmine satin court shoes with gilt bow, EU 38",
    description:
      "Eight centimetres of heel and not a scratch on it. Silk satin over kid, leather soles, made to measure in Via della Spiga in 1964 for feet that changed their mind. In the original box with a spare pair of heel tips. A faint thumbprint inside the left lining.",
    startingPrice: 140,
    story: { openedHoursAgo: 90, endsInMinutes: -30 * HOUR_MINUTES, bidCount: 0 },
  },
  {
    slug: "equestrian-silk-scarf",
    seller: "leila",
    title: "Equestrian silk twill square, hand-rolled, 90 cm",
    description:
      "Nine colours, printed one screen at a time, with a horse's head in a ring of leaves and a rope border. Heavy silk twill, edges rolled and sewn by hand. It has been worn with care and never washed. One pulled thread in a corner. With a box.",
    startingPrice: 120,
    story: {
      openedHoursAgo: 14,
      endsInMinutes: 10 * HOUR_MINUTES,
      bidCount: 13,
      priceMultiple: 1.9,
      otherBidders: ["zofia", "grace"],
    },
  },
]);
