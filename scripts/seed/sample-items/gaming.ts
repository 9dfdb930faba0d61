import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const gaming = itemsIn("gaming", [
  {
    slug: "sixteen-bit-console",
    seller: "minh",
    title: "16-bit console with two pads and the mountain game, boxed",
    description:
      "Every scuff on the box was made by one boy in Hanoi, and he is selling it. Console recapped, cartridge slot cleaned, both pads with crisp buttons. The game inside is the one you remember. Box with wear at one corner, foam and booklets complete.",
    startingPrice: 150,
    story: {
      openedHoursAgo: 46,
      endsInMinutes: 12 * HOUR_MINUTES,
      bidCount: 21,
      priceMultiple: 2,
      leader: "mateo",
      otherBidders: ["tane", "kwame"],
    },
  },
  {
    slug: "grey-pocket-console",
    seller: "kwame",
    title: "Grey pocket console, 1989, new screen lens, with case",
    description:
      "The brick that survived school. No dead lines on the screen, a new glass lens, a firm contrast wheel, and a speaker loud enough to be confiscated. Four batteries last a weekend. A name is scratched inside the battery lid. It can be explained but not removed.",
    startingPrice: 110,
    story: { openedHoursAgo: 26, endsInMinutes: 40, bidCount: 15, priceMultiple: 1.8, leader: "zofia" },
  },
  {
    slug: "invaders-cabinet",
    seller: "tane",
    title: "Upright arcade cabinet, invaders type, 1980, coin-operated",
    description:
      "Twenty years in a fish-and-chip shop in Petone and it never missed a Friday. Original board, monitor rebuilt, new joystick and buttons, side art in very good order. Takes old New Zealand coins, a bag of which is included. 175 cm high, 110 kg, collection or freight at cost.",
    startingPrice: 1100,
    story: {
      openedHoursAgo: 150,
      endsInMinutes: 55,
      bidCount: 31,
      priceMultiple: 2.2,
      leader: "grace",
      otherBidders: ["minh", "mateo"],
    },
  },
  {
    slug: "orbit-pinball",
    seller: "grace",
    title: "“Orbit” pinball machine, solid state, 1981, shopped",
    description:
      "Playfield cleared, flippers rebuilt, every lamp lit. It plays fast, and it plays fair. Backglass bright with two flakes in the black border. Legs and rails re-chromed, board set with new connectors, keys and manual present. It stood in a Chicago bowling alley and still thinks it does.",
    startingPrice: 1650,
    story: {
      openedHoursAgo: 260,
      endsInMinutes: -4 * DAY_MINUTES,
      bidCount: 27,
      priceMultiple: 1.6,
      leader: "mateo",
      lateBidCount: 3,
    },
  },
  {
    slug: "boxwood-chess-set",
    seller: "priya",
    title: "Weighted boxwood and rosewood chess set, king 10 cm",
    description:
      "Turned in Amritsar in 1962 for a club that met above a bank. Boxwood and rosewood, lead-weighted, baized, with knights carved by someone who knew horses. Complete and unrepaired. The folding board of maple and walnut is later and a good match in size.",
    startingPrice: 220,
    story: {
      openedHoursAgo: 56,
      endsInMinutes: 26 * HOUR_MINUTES,
      bidCount: 18,
      priceMultiple: 1.8,
      leader: "lukas",
      otherBidders: ["etienne"],
    },
  },
  {
    slug: "first-edition-creatures",
    seller: "yuki",
    title: "Three first-edition creature cards, holographic, graded 9",
    description:
      "The red one, the green one and the one with the flame, all three from packs opened in 1999 and sleeved the same minute. Graded 9 by an independent service, serial numbers in the documents. Centring is better than the grade suggests. Sold together because they have never been apart.",
    startingPrice: 600,
    story: {
      openedHoursAgo: 20,
      endsInMinutes: 24,
      bidCount: 46,
      priceMultiple: 3.4,
      leader: "minh",
      otherBidders: ["mateo", "kwame", "tane"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "cartridge-trio",
    seller: "zofia",
    title: "Castle, rocket, road: three cartridges, tested, labels clean",
    description:
      "Three of the games that made their console worth owning. Contacts cleaned, saves hold, no tears or marker on the labels. Bought new in Kraków with an entire summer's money. Otherwise sold as found, without boxes.",
    startingPrice: 100,
    story: { openedHoursAgo: 80, endsInMinutes: -36 * HOUR_MINUTES, bidCount: 0 },
  },
  {
    slug: "competition-joystick",
    seller: "etienne",
    title: "Competition joystick, microswitched, one button, 1984",
    description:
      "It clicks like a good pen and has won at least one provincial championship. Steel shaft, leaf switches replaced by microswitches in 1986 by the champion himself. The red top is worn pale where a thumb rested. Standard nine-pin plug.",
    startingPrice: 100,
    story: { openedHoursAgo: 6, endsInMinutes: 3 * DAY_MINUTES + 18 * HOUR_MINUTES, bidCount: 4, priceMultiple: 1.3 },
  },
]);
