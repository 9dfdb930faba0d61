import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const artCollectibles = itemsIn("art-collectibles", [
  {
    slug: "composition-with-red-sun",
    seller: "ingrid",
    title: "“Composition with Red Sun”, oil on canvas, 1962",
    description:
      "A confident abstract by the Bergen painter Solveig Aas, signed and dated on the reverse. Oil on canvas, 72 × 62 cm, in its original limewood frame. It hung in the same dining room from 1963 until last spring, and the colours have kept all their strength. Small, stable craquelure at the upper left. A condition report is available.",
    startingPrice: 1800,
    story: {
      openedHoursAgo: 92,
      endsInMinutes: 12,
      bidCount: 41,
      priceMultiple: 3.6,
      leader: "chiara",
      otherBidders: ["mateo", "lukas"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "evening-valley",
    seller: "lukas",
    title: "Evening in the Valley, Tyrolean school, circa 1910",
    description:
      "An alpine river at the hour when the last light leaves the peaks, painted with a loaded brush by an unidentified hand of the Innsbruck circle. Oil on board, 66 × 42 cm, cleaned and revarnished in 2019. The gilded frame is later. From a family house in the Stubai valley.",
    startingPrice: 650,
    story: { openedHoursAgo: 60, endsInMinutes: 30 * HOUR_MINUTES, bidCount: 11, priceMultiple: 1.7, leader: "mateo" },
  },
  {
    slug: "woman-with-headwrap",
    seller: "amara",
    title: "Portrait of a Woman in a Blue Headwrap, linocut, 14/40",
    description:
      "A large two-block linocut by the Lagos printmaker Bisi Adeyemi, numbered 14 of 40 and signed in pencil. The sheet measures 54 × 40 cm and has never been trimmed. Framed behind museum glass, with the artist's 1987 letter to the first owner in an envelope on the back.",
    startingPrice: 420,
    story: {
      openedHoursAgo: 40,
      endsInMinutes: 38,
      bidCount: 22,
      priceMultiple: 2.6,
      leader: "grace",
      otherBidders: ["mateo", "kwame"],
    },
  },
  {
    slug: "riviera-poster",
    seller: "chiara",
    title: "Riviera travel poster, stone lithograph, 1936",
    description:
      "Seven stones, seven colours, and a little red car on the coast road: one of the loveliest posters of its decade, here in a state before letters that was never pasted up. Linen-backed, 100 × 68 cm, condition A−. Two pinholes in the upper margin, no restoration to the image.",
    startingPrice: 900,
    story: {
      openedHoursAgo: 26,
      endsInMinutes: 6 * HOUR_MINUTES,
      bidCount: 17,
      priceMultiple: 1.9,
      otherBidders: ["mateo", "etienne"],
    },
  },
  {
    slug: "reclining-form-bronze",
    seller: "lukas",
    title: "Reclining Form No. 3, patinated bronze, edition of 9",
    description:
      "A hollow, turning figure that looks different from each side, cast in Vienna in 1971 by Hanna Lindt. Lost-wax bronze with a warm brown patina on a Carrara marble base. 46 cm wide, 19 kg. Stamped with the foundry mark and numbered 6/9. Sold with the foundry's certificate.",
    startingPrice: 3400,
    story: { openedHoursAgo: 210, endsInMinutes: 9 * DAY_MINUTES, bidCount: 8, priceMultiple: 1.35, leader: "etienne" },
  },
  {
    slug: "ash-glaze-bottle",
    seller: "yuki",
    title: "Stoneware bottle vase with ash glaze, Tamba kilns",
    description:
      "Wood-fired for five days, so the glaze ran where the flame wanted it to run. Thrown by a third-generation potter in Tachikui, 31 cm high, with the kiln's paulownia box and cloth. A tiny kiln kiss on the shoulder is part of the firing. The dried branch in the photo comes with it.",
    startingPrice: 180,
    story: { openedHoursAgo: 18, endsInMinutes: 68, bidCount: 14, priceMultiple: 2.1, leader: "ingrid" },
  },
  {
    slug: "mohair-bear-1926",
    seller: "grace",
    title: "Jointed mohair bear with growler, about 1926",
    description:
      "He has been loved, and it shows only at the nose. Golden mohair over excelsior, boot-button eyes, felt pads replaced once, long ago and well. 48 cm tall and fully jointed. The growler still answers when he is tipped. From the nursery of a Chicago family, with a photograph of his first owner.",
    startingPrice: 320,
    story: {
      openedHoursAgo: 120,
      endsInMinutes: -9 * HOUR_MINUTES,
      bidCount: 26,
      priceMultiple: 2.9,
      leader: "mateo",
      lateBidCount: 4,
    },
  },
  {
    slug: "clockwork-robot-red",
    seller: "yuki",
    title: "Lithographed tin robot, clockwork, in working order, 1957",
    description:
      "Wind him up and he walks, swinging his arms, while the little dial on his chest jumps. All original lithography with bright colours. Light wear at the feet, and one re-soldered tab inside the battery door, which was never used. Complete with key. 28 cm high.",
    startingPrice: 240,
    story: {
      openedHoursAgo: 66,
      endsInMinutes: 2 * DAY_MINUTES + 4 * HOUR_MINUTES,
      bidCount: 19,
      priceMultiple: 2.4,
      otherBidders: ["minh", "tane"],
    },
  },
  {
    slug: "classic-stamps-trio",
    seller: "etienne",
    title: "Three classic stamps, 1868–1897, fine used, with certificates",
    description:
      "A portrait, a ship and a bird: three of the prettiest stamps of the nineteenth century, each with full perforations, even margins and a light cancel. Every stamp carries a recent expert's certificate. From a collection formed in Québec between the wars and untouched since.",
    startingPrice: 150,
    story: { openedHoursAgo: 8, endsInMinutes: 17 * DAY_MINUTES, bidCount: 0 },
  },
  {
    slug: "laurelled-youth-marble",
    seller: "chiara",
    title: "Laurelled Youth, marble head after the antique, 19th century",
    description:
      "Carved in Carrara marble for a traveller who wanted Rome on his mantelpiece. The curls are deeply drilled, the laurel keeps traces of its gilding. On a turned socle of black Belgian marble. 49 cm with the base. A small loss at the tip of one leaf and a cleaned surface, otherwise untouched.",
    startingPrice: 1300,
    story: {
      openedHoursAgo: 84,
      endsInMinutes: 18 * HOUR_MINUTES,
      bidCount: 15,
      priceMultiple: 1.6,
      leader: "amara",
      otherBidders: ["lukas"],
    },
  },
]);
