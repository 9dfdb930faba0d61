import { DAY_MINUTES, HOUR_MINUTES, itemsIn } from "../sample-item.ts";

export const electronics = itemsIn("electronics", [
  {
    slug: "rangefinder-camera-1958",
    seller: "amara",
    title: "35 mm rangefinder camera with 50 mm f/2, 1958",
    description:
      "The camera of a Lagos press photographer who was there in October 1960. Shutter cleaned and timed at all speeds, rangefinder exact, lens free of haze with two light cleaning marks. Brass shows at the corners, as it should. With case, strap and a filter that no one could unscrew until now.",
    startingPrice: 620,
    story: {
      openedHoursAgo: 76,
      endsInMinutes: 6,
      bidCount: 44,
      priceMultiple: 2.5,
      leader: "mateo",
      otherBidders: ["yuki", "lukas", "minh"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "twin-lens-reflex",
    seller: "lukas",
    title: "Twin-lens reflex, 6 × 6, f/3.5, overhauled",
    description:
      "Look down and the world is the wrong way round and much more beautiful. Overhauled in Vienna last year: shutter, focus and a new bright screen. Leatherette complete, taking lens clean, viewing lens with a speck. Comes with hood, strap and a roll of film to begin with.",
    startingPrice: 380,
    story: { openedHoursAgo: 40, endsInMinutes: 33 * HOUR_MINUTES, bidCount: 14, priceMultiple: 1.6, leader: "yuki" },
  },
  {
    slug: "walnut-turntable",
    seller: "ingrid",
    title: "Belt-drive turntable in walnut, new bearing and cartridge",
    description:
      "Norwegian-built in 1974 when things were allowed to be heavy. New bearing, belt and moving-magnet cartridge, motor silent at both speeds, tonearm rewired. The walnut has been oiled, not varnished. The lid has fine scratches that disappear when it is open, which is where it belongs.",
    startingPrice: 290,
    story: {
      openedHoursAgo: 52,
      endsInMinutes: 15,
      bidCount: 25,
      priceMultiple: 2.2,
      leader: "zofia",
      otherBidders: ["mateo", "etienne"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "studio-headphones-leather",
    seller: "minh",
    title: "Reference studio headphones, leather and white lacquer",
    description:
      "A limited run of 300 pairs made for mastering engineers. Open, calm, and merciless with bad recordings. New ear pads, the leather of the band darkened by one careful owner. Balanced and plain cables, walnut stand turned by the seller. 300 ohm, so bring an amplifier.",
    startingPrice: 350,
    story: {
      openedHoursAgo: 18,
      endsInMinutes: 5 * HOUR_MINUTES,
      bidCount: 16,
      priceMultiple: 1.7,
      otherBidders: ["mateo", "tane"],
    },
  },
  {
    slug: "patch-synthesizer-1976",
    seller: "etienne",
    title: "Semi-modular analogue synthesizer, 1976, serviced",
    description:
      "Thirty-three knobs and none of them does what you expect at first. Three oscillators, spring reverb, a filter that has been on records you know. New power supply, keyboard bushings and calibration last month. A recording of every module is available. Walnut ends, two patch cables included.",
    startingPrice: 2400,
    story: {
      openedHoursAgo: 130,
      endsInMinutes: 2 * DAY_MINUTES + 12 * HOUR_MINUTES,
      bidCount: 22,
      priceMultiple: 1.6,
      leader: "minh",
      otherBidders: ["kwame"],
    },
    closeUps: ["middle", "side"],
  },
  {
    slug: "coral-table-radio",
    seller: "leila",
    title: "Bakelite table radio in coral, 1955, with Bluetooth inside",
    description:
      "It stood in a café in Hamra and heard everything. The valve chassis has been restored and plays medium wave. A small receiver hidden behind it connects to your phone as well, and comes out without a trace. Case polished, no cracks. Warm tone, warmer light.",
    startingPrice: 170,
    story: {
      openedHoursAgo: 100,
      endsInMinutes: -20 * HOUR_MINUTES,
      bidCount: 17,
      priceMultiple: 1.9,
      leader: "mateo",
    },
  },
  {
    slug: "single-ended-valve-amp",
    seller: "zofia",
    title: "Single-ended valve amplifier, 2 × 9 W, point-to-point",
    description:
      "Nine watts are plenty if they are the right ones. Wired point to point in Kraków with hand-wound transformers. New matched valves with 40 hours on them, and a spare pair in the box. Brass faceplate, moving-coil meter. Measured this month: hum inaudible, temper excellent.",
    startingPrice: 860,
    story: { openedHoursAgo: 24, endsInMinutes: 10 * DAY_MINUTES, bidCount: 6, priceMultiple: 1.25 },
  },
  {
    slug: "home-computer-1983",
    seller: "minh",
    title: "8-bit home computer with monitor, 1983, boxed",
    description:
      "It says READY, and it means it. 64 kilobytes, green monitor, no sticky keys. Retrobrighting has brought back the beige. Capacitors replaced as a precaution. With manuals, the demo cassette and the original receipt, which is the scariest part.",
    startingPrice: 260,
    story: {
      openedHoursAgo: 34,
      endsInMinutes: 70,
      bidCount: 20,
      priceMultiple: 1.9,
      leader: "kwame",
      otherBidders: ["zofia"],
    },
  },
  {
    slug: "blue-pocket-player",
    seller: "kwame",
    title: "Portable cassette player, metal body, 1982, with headphones",
    description:
      "The blue one, all metal, with the orange foam headphones no one managed to keep. Belts replaced, heads aligned, wow and flutter better than new. Light brassing at the buttons. A tape of Accra highlife, recorded off the air in 1984, is in the machine and comes with it.",
    startingPrice: 130,
    story: { openedHoursAgo: 10, endsInMinutes: 15 * DAY_MINUTES, bidCount: 3, priceMultiple: 1.3, leader: "grace" },
  },
]);
