import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const realEstate = itemsIn("real-estate", [
  {
    slug: "lake-cabin-jetty",
    seller: "etienne",
    title: "Log cabin with private jetty, Lac-aux-Brumes, Québec",
    description:
      "Two bedrooms, one stove, and a lake that is yours until nine in the morning. Squared-log construction from 1974, new roof and septic field in 2020, insulated for winter. 0.8 ha of spruce with 60 m of shore. Ninety minutes from Montréal, the last four kilometres on gravel. Furnished, canoe included.",
    startingPrice: 164000,
    story: {
      openedHoursAgo: 260,
      endsInMinutes: 18,
      bidCount: 19,
      priceMultiple: 1.22,
      leader: "ingrid",
      otherBidders: ["grace"],
    },
  },
  {
    slug: "villa-of-planes",
    seller: "lukas",
    title: "House of Planes: modernist villa with pool, near Innsbruck",
    description:
      "A listed house from 1966, restored with the architect's daughter at the table. 210 m² on two floors, larch slats, terrazzo, and a living room that slides open along its whole length. Heat pump and triple glazing hidden where no one looks. Garden of 1,900 m² facing south.",
    startingPrice: 890000,
    story: { openedHoursAgo: 400, endsInMinutes: 19 * DAY_MINUTES, bidCount: 3, priceMultiple: 1.03, leader: "chiara" },
  },
  {
    slug: "stepped-gable-house",
    seller: "zofia",
    title: "Stepped-gable merchant's house of 1648, five floors",
    description:
      "A narrow house with long stairs and a hoist beam that still takes a piano. Brick and sandstone front cleaned in 2021, beams and painted ceilings inside, modern kitchen below and a roof room above the chimneys. 186 m². It's a protected monument, and the file of permits comes with the keys.",
    startingPrice: 540000,
    story: { openedHoursAgo: 180, endsInMinutes: 3 * DAY_MINUTES + 6 * HOUR_MINUTES, bidCount: 7, priceMultiple: 1.08 },
    closeUps: ["middle"],
  },
  {
    slug: "red-banded-lighthouse",
    seller: "ingrid",
    title: "Decommissioned lighthouse with keeper's cottage, 1889",
    description:
      "The lamp was automated in 1984 and switched off in 2011. It still turns, by your leave. Cast-iron tower with 96 steps, 74 m² cottage with kitchen, two rooms and a peat stove. Rainwater, solar panels, and a mooring that is honest about the weather. Boat access only.",
    startingPrice: 215000,
    story: {
      openedHoursAgo: 140,
      endsInMinutes: 14 * HOUR_MINUTES,
      bidCount: 23,
      priceMultiple: 1.4,
      leader: "mateo",
      otherBidders: ["tane", "grace"],
    },
  },
  {
    slug: "garden-tower-flat",
    seller: "minh",
    title: "Corner flat on the eighth floor of the Garden Tower, Hanoi",
    description:
      "Ninety-two square metres with a planted balcony on two sides, so that the city arrives through leaves. Two bedrooms, open kitchen, cross-ventilation that works without the air conditioning on most evenings. Completed in 2019, one owner, parking and storage included. 50 years of ownership.",
    startingPrice: 128000,
    story: { openedHoursAgo: 90, endsInMinutes: 45, bidCount: 16, priceMultiple: 1.18, leader: "priya" },
  },
  {
    slug: "red-barn-conversion",
    seller: "grace",
    title: "Converted dairy barn with silo, 4 ha, Wisconsin",
    description:
      "The cows left in 1998 and the architects came in 2014. Four bedrooms under the old gambrel roof, a glass wall where the great doors were, and the silo turned into the best reading room in the county. Geothermal heat, new well, orchard of thirty trees. Two hours from Chicago.",
    startingPrice: 318000,
    story: {
      openedHoursAgo: 500,
      endsInMinutes: -3 * DAY_MINUTES,
      bidCount: 18,
      priceMultiple: 1.2,
      leader: "etienne",
    },
  },
  {
    slug: "stilt-bungalow",
    seller: "priya",
    title: "Thatched bungalow on stilts, Lakshadweep leasehold",
    description:
      "One room, one verandah, and the tide underneath. Built of coconut timber and re-thatched in January. Rainwater tank, composting toilet and a proper bed. 60-year lease from 2018 with the island council's consent to transfer. Reached by ferry twice a week, which is rather the point.",
    startingPrice: 58000,
    story: {
      openedHoursAgo: 60,
      endsInMinutes: 7 * DAY_MINUTES,
      bidCount: 10,
      priceMultiple: 1.3,
      leader: "leila",
      otherBidders: ["mateo"],
    },
  },
  {
    slug: "tower-mill",
    seller: "zofia",
    title: "Brick tower mill of 1812, restored and grinding",
    description:
      "Four floors of round rooms, sails rebuilt in 2016, stones dressed last year. It makes flour on Saturdays for anyone who brings a bag. The lower two floors are a comfortable 98 m² home. The upper two belong to the wind. With 0.3 ha, a tulip field on lease, and a binder of drawings.",
    startingPrice: 242000,
    story: { openedHoursAgo: 30, endsInMinutes: 28 * DAY_MINUTES, bidCount: 0 },
  },
]);
