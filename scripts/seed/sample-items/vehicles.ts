import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const vehicles = itemsIn("vehicles", [
  {
    slug: "red-roadster-1959",
    seller: "lukas",
    title: "Two-seat roadster, signal red, 1959, matching numbers",
    description:
      "Found under a tarpaulin in Graz in 2006 and brought back over nine winters with a receipt for every bolt. Straight-six, four-speed with overdrive, wire wheels, new hood that has never seen rain. 2,400 km since completion. Paint and tan leather are as good as they look, and it starts on the second turn.",
    startingPrice: 42000,
    story: {
      openedHoursAgo: 230,
      endsInMinutes: 33,
      bidCount: 37,
      priceMultiple: 1.7,
      leader: "etienne",
      otherBidders: ["mateo", "chiara"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "green-grand-tourer",
    seller: "chiara",
    title: "Grand tourer coupé, racing green, five-speed, 1987",
    description:
      "An Italian engine and a German appetite for service. The file is thicker than the handbook. 118,000 km, two owners, cambelt and clutch in 2023. The gold pinstripe is factory. There's a small dent in the left rear wing, with photos on request. Everything else is dry, straight and quiet.",
    startingPrice: 15500,
    story: { openedHoursAgo: 90, endsInMinutes: 3 * DAY_MINUTES, bidCount: 13, priceMultiple: 1.25, leader: "minh" },
    closeUps: ["middle", "side"],
  },
  {
    slug: "surf-camper-1967",
    seller: "tane",
    title: "Split-colour camper van, 1967, with the longboard",
    description:
      "She has slept at every good break between Raglan and Gisborne. Rebuilt engine with 9,000 km, new floor, the original cupboards and the original smell. Sleeps two adults and a dog. Rust treated and photographed. Warrant of fitness until May. The nine-foot board on the roof stays with her.",
    startingPrice: 18000,
    story: {
      openedHoursAgo: 54,
      endsInMinutes: 75,
      bidCount: 24,
      priceMultiple: 1.5,
      leader: "mateo",
      otherBidders: ["ingrid", "zofia"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "sage-pickup-1951",
    seller: "grace",
    title: "Half-ton pickup, 1951, restored, oak bed",
    description:
      "Three years in an Illinois barn workshop, finished in its original green. Six-cylinder with three on the tree, twelve-volt conversion, seat belts added without drilling anything that matters. The oak bed has never carried more than pumpkins. Drives straight at fifty and complains at sixty.",
    startingPrice: 21000,
    story: {
      openedHoursAgo: 300,
      endsInMinutes: -26 * HOUR_MINUTES,
      bidCount: 28,
      priceMultiple: 1.4,
      leader: "tane",
      lateBidCount: 5,
    },
  },
  {
    slug: "silver-caravan-1964",
    seller: "grace",
    title: "Riveted aluminium caravan, 22 ft, 1964",
    description:
      "Polished by hand, all three hundred hours of it. New axle, brakes, wiring and insulation. The birch interior is the one it left the factory with. Galley, shower, and a bed that looks out of the big front window. Towed across nine states by the sellers, who are only stopping because of their knees.",
    startingPrice: 26000,
    story: { openedHoursAgo: 44, endsInMinutes: 12 * DAY_MINUTES, bidCount: 5, priceMultiple: 1.1 },
  },
  {
    slug: "cafe-racer-650",
    seller: "mateo",
    title: "650 café racer on a 1968 frame",
    description:
      "Built in a garage in San Telmo over two years and ridden every Sunday since. Parallel twin with electronic ignition, rear-sets, alloy tank painted by a friend who paints guitars. Papers in order, road legal in Argentina and on a carnet. It is loud, it leaks a little, and you will not want to get off.",
    startingPrice: 5200,
    story: {
      openedHoursAgo: 36,
      endsInMinutes: 9,
      bidCount: 30,
      priceMultiple: 1.6,
      leader: "tane",
      otherBidders: ["kwame", "etienne"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "mint-scooter-1962",
    seller: "chiara",
    title: "Steel-bodied scooter, mint green, 1962, Milan plates",
    description:
      "The scooter that every film about Italy borrows. 150 cc two-stroke, three gears at the handlebar, original toolkit and spare wheel. Repainted once in the right colour, seat retrimmed in tobacco leather. Starts cold with a little choke and a little patience. Italian historic registration.",
    startingPrice: 3100,
    story: {
      openedHoursAgo: 16,
      endsInMinutes: 8 * HOUR_MINUTES,
      bidCount: 20,
      priceMultiple: 1.6,
      otherBidders: ["mateo", "leila"],
    },
  },
  {
    slug: "steel-racer-bicycle",
    seller: "zofia",
    title: "Lugged steel racing bicycle, 57 cm, 1978",
    description:
      "Hand-brazed in a Kraków workshop by a man who raced before he built. Double-butted tubes, chromed fork ends, a full set of Italian parts of the period and new tubulars. The blue is the first and only paint, with a few honest chips on the chainstay. 9.8 kg, ready for an Eroica.",
    startingPrice: 480,
    story: { openedHoursAgo: 72, endsInMinutes: 36 * HOUR_MINUTES, bidCount: 9, priceMultiple: 1.6, leader: "ingrid" },
  },
  {
    slug: "mahogany-sloop",
    seller: "ingrid",
    title: "“Havlit”, 9.2 m mahogany sloop, built 1961",
    description:
      "Built on Askøy, sailed in one family, and varnished more often than some of its members would have liked. Mahogany on oak, lead keel, sails from 2018, small diesel that is seldom needed. Surveyed afloat and ashore last autumn. The report is in the documents. Lies near Bergen.",
    startingPrice: 31000,
    story: { openedHoursAgo: 110, endsInMinutes: 25 * DAY_MINUTES, bidCount: 4, priceMultiple: 1.15, leader: "lukas" },
  },
]);
