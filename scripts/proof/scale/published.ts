/**
 * The platform's limits and prices, as its documentation published them when this was written. Nothing of it was
 * measured by us, and all of it may change: `page` is below https://developers.cloudflare.com, `dated` is the page's
 * own date where it has one. Prices are of the Workers Paid plan, in US dollars, beyond what the plan includes.
 */
export type Published = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly page: string;
  readonly dated: string;
};

const NO_DATE = "not dated";
const APRIL = "2026-04-21";

const limit = (what: string, value: number, unit: string, page: string, dated = NO_DATE): Published => ({
  what,
  value,
  unit,
  page,
  dated,
});

export const LIMITS = {
  objectRequests: limit("requests to one object, soft limit", 1_000, "a second", "durable-objects/platform/limits/"),
  objectWritesLow: limit(
    "requests with storage writes to one object, lower end",
    200,
    "a second",
    "durable-objects/best-practices/rules-of-durable-objects/",
  ),
  objectSockets: limit("hibernating sockets of one object", 32_768, "sockets", "durable-objects/api/state/"),
  objectGigabytes: limit("storage of one object", 10, "GB", "durable-objects/platform/limits/"),
  isolateMegabytes: limit("memory of one isolate", 128, "MB", "workers/platform/limits/"),
  d1Gigabytes: limit("one D1, cannot be raised", 10, "GB", "d1/platform/limits/", APRIL),
  d1Databases: limit("D1 databases of an account", 50_000, "databases", "d1/platform/limits/", APRIL),
  d1QueryMs: limit("a read by an index takes less than", 1, "ms", "d1/reference/faq/"),
  d1Queries: limit("queries to one D1, at 1 ms each, one at a time", 1_000, "a second", "d1/reference/faq/"),
  d1Bindings: limit("databases that one Worker can name, about", 5_000, "databases", "d1/platform/limits/", APRIL),
  queueMessages: limit("messages through one queue", 5_000, "a second", "queues/platform/limits/"),
} as const;

/** `included` a month. */
export type Price = Published & { readonly included: number };

const price = (what: string, value: number, unit: string, included: number, page: string): Price => ({
  ...limit(what, value, unit, page),
  included,
});

const MILLION = 1_000_000;
const DO_PRICING = "durable-objects/platform/pricing/";
const WORKERS_PRICING = "workers/platform/pricing/";

export const PRICES = {
  workerRequests: price("requests to the Worker", 0.3, "a million", 10 * MILLION, WORKERS_PRICING),
  workerCpuMs: price("processor time of the Worker", 0.02, "a million ms", 30 * MILLION, WORKERS_PRICING),
  objectRequests: price("requests to objects", 0.15, "a million", MILLION, DO_PRICING),
  objectGbSeconds: price("time that objects are active", 12.5, "a million GB-s", 400_000, DO_PRICING),
  objectRows: price("rows written in objects", 1, "a million", 50 * MILLION, DO_PRICING),
  d1Rows: price("rows written in D1", 1, "a million", 50 * MILLION, "d1/platform/pricing/"),
  figures: price(
    "data points of Analytics Engine",
    0.25,
    "a million",
    10 * MILLION,
    "analytics/analytics-engine/pricing/",
  ),
} as const;

/** Prices that do not depend on bids and visits. */
export const OTHER_PRICES = {
  plan: price("Workers Paid", 5, "a month", 0, WORKERS_PRICING),
  images: price("calls of Cloudflare Images", 0.5, "a thousand", 5_000, "images/pricing/"),
  d1Storage: price("storage in D1", 0.75, "a GB and month", 5, "d1/platform/pricing/"),
  objectStorage: price("storage in objects", 0.2, "a GB and month", 5, DO_PRICING),
  r2Storage: price("storage in R2", 0.015, "a GB and month", 10, "r2/pricing/"),
  queues: price("operations of Queues, three a message", 0.4, "a million", MILLION, "queues/platform/pricing/"),
} as const;

/** An active object is billed for all of its 128 MB. */
export const OBJECT_GB = 0.128;
/** This many messages that arrive on sockets are billed as one request. */
export const MESSAGES_A_REQUEST = 20;
