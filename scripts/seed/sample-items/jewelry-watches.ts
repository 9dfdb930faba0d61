import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const jewelryWatches = itemsIn("jewelry-watches", [
  {
    slug: "halden-diver-200",
    seller: "tane",
    title: "Halden “Skagerrak 200” diver's watch, steel, 1969",
    description:
      "One owner, one ocean. It spent twenty years on the wrist of a harbour pilot in Wellington. Automatic movement serviced in March with papers, 40 mm case, unpolished, bezel insert and blue dial original. The bracelet has the stretch of honest use. Runs within four seconds a day.",
    startingPrice: 1400,
    story: {
      openedHoursAgo: 70,
      endsInMinutes: 4,
      bidCount: 48,
      priceMultiple: 2.7,
      leader: "kwame",
      otherBidders: ["mateo", "lukas", "minh"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "gold-dress-watch-1954",
    seller: "chiara",
    title: "Slim dress watch in 18 ct gold, hand-wound, 1954",
    description:
      "Two and a half millimetres of movement in a case like a coin: Milanese elegance of the fifties. Cream dial with applied gold markers and not a word too many, 36 mm, new calf strap. The back bears a small engraved monogram, A. B., and the date of a wedding.",
    startingPrice: 2200,
    story: {
      openedHoursAgo: 140,
      endsInMinutes: 27 * HOUR_MINUTES,
      bidCount: 16,
      priceMultiple: 1.5,
      leader: "mateo",
      otherBidders: ["grace"],
    },
  },
  {
    slug: "panda-chronograph",
    seller: "minh",
    title: "Three-register chronograph, column wheel, black dial",
    description:
      "A racing chronograph of the late sixties with a crisp column-wheel movement. Start, stop and reset all snap as they should. Steel case with sharp lugs, 38 mm, domed acrylic crystal replaced. The dial is original and has turned the faintest brown. Two straps, one unworn.",
    startingPrice: 1950,
    story: {
      openedHoursAgo: 50,
      endsInMinutes: 52,
      bidCount: 33,
      priceMultiple: 1.9,
      otherBidders: ["mateo", "etienne", "kwame"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "railway-pocket-watch",
    seller: "grace",
    title: "Railway-grade pocket watch with chain, 1908",
    description:
      "Twenty-one jewels, five positions, and a double-sunk enamel dial without a hairline. A conductor could be dismissed for carrying less. Gold-filled open-face case, light wear at the bow, with its curb chain. Cleaned and oiled this year. Keeps time to ten seconds a day.",
    startingPrice: 280,
    story: {
      openedHoursAgo: 200,
      endsInMinutes: -2 * DAY_MINUTES,
      bidCount: 21,
      priceMultiple: 2.2,
      leader: "lukas",
      lateBidCount: 3,
    },
  },
  {
    slug: "solitaire-platinum",
    seller: "amara",
    title: "1.52 ct diamond solitaire in platinum",
    description:
      "An old European cut of real character, G colour and VS1 according to the laboratory, held in four slender claws. The ring was made to the stone in Lagos in 1988. Size 53, can be altered once. The laboratory report and an independent valuation from this year are included.",
    startingPrice: 4800,
    story: {
      openedHoursAgo: 96,
      endsInMinutes: 22,
      bidCount: 29,
      priceMultiple: 1.8,
      leader: "mateo",
      otherBidders: ["leila", "priya"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "sapphire-cluster-ring",
    seller: "priya",
    title: "Ceylon sapphire cluster ring, step cut, circa 1930",
    description:
      "A clear cornflower sapphire of 3.8 ct, unheated, in a ring of eighteen single-cut diamonds. The gold mount is original and was made in Madras. One diamond is a careful later replacement. Size 54. With the gemmological report that confirms origin and absence of treatment.",
    startingPrice: 3600,
    story: {
      openedHoursAgo: 30,
      endsInMinutes: 2 * DAY_MINUTES + 20 * HOUR_MINUTES,
      bidCount: 12,
      priceMultiple: 1.4,
      leader: "chiara",
    },
  },
  {
    slug: "akoya-pearls-two-strand",
    seller: "yuki",
    title: "Two-strand Akoya pearl necklace with emerald clasp drop",
    description:
      "One hundred and nine Akoya pearls, 6 to 8.5 mm, matched so closely that the eye slides along them. Rose overtone, high lustre, newly strung on silk with knots between. The emerald drop unhooks to be worn as a brooch. 46 and 50 cm, with the maker's box from Ginza.",
    startingPrice: 1250,
    story: {
      openedHoursAgo: 20,
      endsInMinutes: 11 * HOUR_MINUTES,
      bidCount: 15,
      priceMultiple: 1.6,
      otherBidders: ["leila", "ingrid"],
    },
  },
  {
    slug: "emerald-drop-earrings",
    seller: "leila",
    title: "Emerald and seed-pearl drop earrings, Beirut, 1950s",
    description:
      "A pair made for a singer, and made to be seen from the last row. Step-cut emeralds of about 5 ct each in a border of seed pearls, hung from old-cut diamonds. 18 ct gold, screw fittings with later posts. One pearl was replaced. The stones are untreated except for traditional oil.",
    startingPrice: 2700,
    story: { openedHoursAgo: 12, endsInMinutes: 6 * DAY_MINUTES, bidCount: 6, priceMultiple: 1.2 },
  },
  {
    slug: "deco-fan-brooch",
    seller: "etienne",
    title: "Art Deco double-fan brooch, sapphire and onyx, circa 1928",
    description:
      "Fourteen rays of calibré sapphire and black onyx around a cushion-cut stone of 2.1 ct: geometry with a heartbeat. Platinum with gold pin, French assay marks, 62 mm across. One onyx has a hairline that is invisible from the front. In a fitted case of the period.",
    startingPrice: 1700,
    story: {
      openedHoursAgo: 168,
      endsInMinutes: -5 * HOUR_MINUTES,
      bidCount: 31,
      priceMultiple: 2.3,
      leader: "mateo",
      otherBidders: ["chiara", "zofia"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "ruby-diamond-bangle",
    seller: "priya",
    title: "Hinged gold bangle with rubies and diamonds, 22 ct",
    description:
      "Eleven stones along the crest, rubies and diamonds in turn, in a bangle that closes with a click you can trust. Made by a Chennai goldsmith in 1975 for a bride who has worn it every day since. 41 g, inner size 58 × 50 mm. One ruby shows a natural feather. The weights are engraved inside.",
    startingPrice: 2100,
    story: { openedHoursAgo: 9, endsInMinutes: 13 * DAY_MINUTES, bidCount: 7, priceMultiple: 1.2, leader: "leila" },
  },
]);
