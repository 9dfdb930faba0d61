import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const antiques = itemsIn("antiques", [
  {
    slug: "bracket-clock-mahogany",
    seller: "lukas",
    title: "Mahogany bracket clock with strike, Vienna, circa 1830",
    description:
      "An eight-day movement striking the hours on a bell that is pleasant in the next room. Domed mahogany case with boxwood lines, enamel dial, engine-turned brass surround. Cleaned and running. The handle is a good replacement. 41 cm high, with key.",
    startingPrice: 740,
    story: {
      openedHoursAgo: 98,
      endsInMinutes: 20,
      bidCount: 23,
      priceMultiple: 1.9,
      leader: "mateo",
      otherBidders: ["ingrid", "leila"],
    },
  },
  {
    slug: "longcase-clock-1785",
    seller: "grace",
    title: "Longcase clock with moon dial, oak and mahogany, 1785",
    description:
      "It has told the time in four houses and lost six minutes in all of them together. Eight-day movement with rack strike, brass weights, mahogany case with quarter columns. The plinth was cut down by 3 cm before 1900. 224 cm high. A clockmaker will set it up within the county.",
    startingPrice: 1900,
    story: { openedHoursAgo: 160, endsInMinutes: 5 * DAY_MINUTES, bidCount: 9, priceMultiple: 1.3, leader: "etienne" },
  },
  {
    slug: "terrestrial-globe-1891",
    seller: "priya",
    title: "18-inch terrestrial globe, 1891, on turned stand",
    description:
      "Rivers that had not been followed to the end, and one island that is not there. Twelve coloured gores on plaster, brass meridian, ebonised stand. Varnish mellowed, with small losses near the South Pole, where few will look. From a school in Madras that taught geography with conviction.",
    startingPrice: 560,
    story: {
      openedHoursAgo: 58,
      endsInMinutes: 80,
      bidCount: 17,
      priceMultiple: 1.7,
      leader: "chiara",
      otherBidders: ["mateo"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "horn-gramophone",
    seller: "amara",
    title: "Table gramophone with flower horn, oak case, 1911",
    description:
      "Wind it fifty turns and it fills a garden. Petal horn in its original burgundy lacquer, sound box rebuilt with new gaskets, spring strong through a whole record. Oak case waxed, one foot replaced. Six shellac discs of West African highlife and two waltzes come with it.",
    startingPrice: 430,
    story: {
      openedHoursAgo: 38,
      endsInMinutes: 9 * HOUR_MINUTES,
      bidCount: 19,
      priceMultiple: 1.8,
      leader: "kwame",
      otherBidders: ["mateo", "zofia"],
    },
  },
  {
    slug: "teal-portable-typewriter",
    seller: "leila",
    title: "Portable typewriter in teal, QWERTY, 1958, serviced",
    description:
      "Two novels and a great many apologies were written on it. Cleaned and oiled, with a new platen. The type is even and the bell rings. Ribbon fresh, case with working lock. One key cap, the Q, is slightly paler than the others, for reasons of vocabulary.",
    startingPrice: 190,
    story: {
      openedHoursAgo: 130,
      endsInMinutes: -7 * HOUR_MINUTES,
      bidCount: 22,
      priceMultiple: 2.1,
      leader: "zofia",
      lateBidCount: 3,
      otherBidders: ["mateo"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "brass-library-telescope",
    seller: "tane",
    title: "Brass library telescope on mahogany tripod, circa 1860",
    description:
      "Three inches of clear glass and a view that once counted ships into Port Nicholson. Lacquered brass with leather-covered draw, rack focus, two eyepieces, one terrestrial. A small dent in the dew cap. Saturn's rings were seen through it from the seller's roof in August.",
    startingPrice: 820,
    story: { openedHoursAgo: 24, endsInMinutes: 44 * HOUR_MINUTES, bidCount: 13, priceMultiple: 1.5, leader: "minh" },
  },
  {
    slug: "tula-samovar",
    seller: "zofia",
    title: "Six-litre Tula samovar with its teapot, 1890s",
    description:
      "Brass with seven medals stamped on the lid and the dents of a hundred Sundays. Holds water, takes charcoal, sings before it boils. The porcelain pot on the crown is contemporary and has a riveted spout. Polished last week, which will have to be done again.",
    startingPrice: 260,
    story: { openedHoursAgo: 42, endsInMinutes: 21 * DAY_MINUTES, bidCount: 5, priceMultiple: 1.2 },
  },
  {
    slug: "green-wing-chair",
    seller: "ingrid",
    title: "Wing chair in bottle-green velvet, buttoned, circa 1900",
    description:
      "Reupholstered with horsehair and webbing, the slow way, by a workshop in Bergen. Deep-buttoned back, brass nails, stained beech feet. Sit down to try it and the afternoon is gone. 82 cm wide, 108 cm high. The velvet is new and unworn.",
    startingPrice: 480,
    story: {
      openedHoursAgo: 74,
      endsInMinutes: 31,
      bidCount: 16,
      priceMultiple: 1.6,
      leader: "grace",
      otherBidders: ["chiara"],
    },
  },
  {
    slug: "roll-top-desk",
    seller: "grace",
    title: "Roll-top desk in quarter-sawn oak, 1904",
    description:
      "From the office of a grain merchant, with one secret drawer that took the seller eleven years to find. S-roll tambour runs freely, all keys and most of the locks. Seven drawers, six pigeonholes and the ink stains of three generations. Comes apart for stairs.",
    startingPrice: 690,
    story: {
      openedHoursAgo: 190,
      endsInMinutes: -50 * HOUR_MINUTES,
      bidCount: 14,
      priceMultiple: 1.5,
      leader: "amara",
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "silver-candelabra-pair",
    seller: "leila",
    title: "Pair of three-light candelabra, silver, Ottoman marks",
    description:
      "Weighty, well balanced, and kind to faces. Hallmarked silver from about 1880, 41 cm high, 2,260 g together, with minor repairs to two drip pans. They lit a dining table in Achrafieh for a hundred years and have the wax to prove it. Candles not included.",
    startingPrice: 1350,
    story: {
      openedHoursAgo: 34,
      endsInMinutes: 16 * HOUR_MINUTES,
      bidCount: 18,
      priceMultiple: 1.5,
      leader: "mateo",
      otherBidders: ["priya", "lukas"],
    },
  },
  {
    slug: "covered-jar-blue-white",
    seller: "amara",
    title: "Covered jar in blue and white porcelain, 19th century",
    description:
      "A peony and its scrolling leaves, painted in two tones of cobalt with an easy hand. Porcelain, 38 cm with the lid, ring mark to the base. The lid is original and has a filled chip under the rim, no hairlines. Bought by a ship's doctor in 1896 and in his family until this spring.",
    startingPrice: 940,
    story: {
      openedHoursAgo: 66,
      endsInMinutes: 3 * DAY_MINUTES + 2 * HOUR_MINUTES,
      bidCount: 20,
      priceMultiple: 1.8,
      leader: "yuki",
      otherBidders: ["mateo"],
    },
    closeUps: ["middle"],
  },
  {
    slug: "gilt-laurel-mirror",
    seller: "chiara",
    title: "Oval mirror in a gilt laurel frame, Lombardy, circa 1790",
    description:
      "Thirty-six carved leaves around an oval of old, soft glass that flatters without lying. Limewood, water-gilt on red bole, the gilding original on all but five leaves. The plate is mercury-backed, with a little foxing low down on the left. 128 × 96 cm. It takes two people and two hooks to hang it.",
    startingPrice: 1150,
    story: { openedHoursAgo: 50, endsInMinutes: 28 * HOUR_MINUTES, bidCount: 11, priceMultiple: 1.4, leader: "ingrid" },
  },
]);
