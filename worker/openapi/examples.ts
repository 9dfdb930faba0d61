/**
 * An example for each parameter and body of the OpenAPI document, by field name, so that other tools can make every
 * call. A required field without an example stops the build.
 */
import type { OpenAPIV3_1 } from "openapi-types";
import { z } from "zod";

import type { DetailName } from "../contract/listing-details.ts";

export type ApiSchema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

const AUCTION_ID = "0123456789abcdef0123456789abcdef";
const PASSWORD = "Correct-Horse-7";
const HASH = "0123456789abcdef".repeat(4);

const CREDENTIAL = { id: "q83vASNFZ4k", rawId: "q83vASNFZ4k", type: "public-key" };

const DETAILS: { readonly [Name in DetailName]: unknown } = {
  condition: "good",
  shipping: "price",
  shippingPrice: 12.5,
  location: "Oslo, Norway",
  returns: "14days",
};

/** Some names have more than one meaning, so the first value that the schema accepts is the example. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  address: [
    {
      name: "Jane Doe",
      line1: "12 Quay Street",
      line2: "",
      postalCode: "M3 4LZ",
      city: "Manchester",
      region: "",
      country: "United Kingdom",
    },
  ],
  after: ["0", 0],
  anonymous: [true],
  auctionDate: ["2027-06-01T18:00:00.000Z"],
  auctionEndTime: ["2027-06-01T18:00:00.000Z"],
  auctionId: [AUCTION_ID],
  bidAmount: [150],
  bidderId: [AUCTION_ID],
  carrier: ["Royal Mail"],
  category: ["antiques"],
  choice: ["secondChance"],
  city: ["Manchester"],
  condition: ["good"],
  country: ["United Kingdom"],
  confirmPassword: [PASSWORD],
  currentPassword: [PASSWORD],
  buyNowPrice: [500, "500"],
  delivery: ["address", "pickUp"],
  details: [JSON.stringify(DETAILS)],
  description: ["A three-draw brass telescope in its leather case."],
  draft: ["0123456789abcdef0123456789abcdef"],
  draftVersion: [1, "1"],
  endsWithin: ["hour"],
  email: ["jane@example.com"],
  favor: ["buyer"],
  fields: ['{"title":"Brass telescope"}'],
  firstName: ["Jane"],
  id: [AUCTION_ID, `${AUCTION_ID}-1`],
  "idempotency-key": ["8f14e45f-ceea-4e1b-9d3a-1f0c2b7a5d66"],
  increments: ["tiered"],
  instructions: ["By bank transfer to DE02 1203 0000 0000 2020 51"],
  into: [AUCTION_ID],
  kind: ["auctions", "error"],
  lastName: ["Doe"],
  limit: [20, "20"],
  line1: ["12 Quay Street"],
  line2: ["Second floor"],
  name: ["Scientific instruments", HASH],
  maxBid: [300],
  message: ["Cannot read properties of undefined"],
  note: ["Ring twice."],
  page: ["/auction/:auctionId"],
  passkeyId: ["0123456789abcdef"],
  password: [PASSWORD],
  place: ["/assets/auction-page-0f3a.js:1:2345"],
  postalCode: ["M3 4LZ"],
  price: [500],
  productId: [AUCTION_ID],
  reason: ["counterfeit", "The photos show a different item.", "mistake", "contact", "untrue", "payment"],
  region: ["Greater Manchester"],
  reservePrice: [250, "250"],
  response: [
    { ...CREDENTIAL, response: { clientDataJSON: "e30", attestationObject: "o2Nm" } },
    { ...CREDENTIAL, response: { clientDataJSON: "e30", authenticatorData: "SZYN", signature: "MEUC" } },
  ],
  save: [true],
  search: ["brass telescope"],
  seller: [AUCTION_ID],
  sessionId: ["01234567"],
  seq: [2, "2"],
  softClose: ["on"],
  startsAt: ["2027-05-25T18:00:00.000Z"],
  stars: [5],
  startingPrice: [100, "100"],
  relistTimes: [2],
  text: ["Does the case have its key?"],
  times: [2],
  title: ["Brass telescope"],
  trackingNumber: ["RM123456789GB"],
  trust: ["known"],
  token: ["0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"],
  uid: ["113894072563910284756"],
  version: [0, "0"],
  view: ["needsMe"],
  w: [640, "640"],
};

/** Examples for parameters that mean something different from the fields of that name. */
const PARAMETERS: Readonly<Record<string, string>> = { name: "telescope-1600x1200-8a6b3d" };

type Document = { readonly paths: OpenAPIV3_1.PathsObject; readonly components?: OpenAPIV3_1.ComponentsObject };

export function addExamples({ paths, components = {} }: Document): void {
  const schemas = components.schemas ?? {};
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      if (typeof operation !== "object" || !("responses" in operation)) continue;
      const call = `${method.toUpperCase()} ${path}`;
      for (const parameter of operation.parameters ?? []) {
        if ("$ref" in parameter) continue;
        const { name, schema = {}, required = false } = parameter;
        const example = PARAMETERS[name] ?? exampleOf(name, schema, schemas);
        if (example !== undefined) parameter.example = example;
        else if (required)
          throw new Error(`${call}: no example for the parameter "${name}" (worker/openapi/examples.ts)`);
      }
      const body = operation.requestBody;
      for (const media of Object.values(body && "content" in body ? body.content : {})) {
        if (media.schema) media.example = bodyExample(call, media.schema, schemas);
      }
    }
  }
}

type ApiSchemas = Readonly<Record<string, ApiSchema>>;

/** All fields that have an example. Throws if a required one has none. */
function bodyExample(call: string, schema: ApiSchema, schemas: ApiSchemas): Record<string, unknown> {
  const { properties, required } = fieldsOf(schema, schemas);
  const examples: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    const example = exampleOf(name, field, schemas);
    if (example !== undefined) examples[name] = example;
    else if (required.includes(name))
      throw new Error(`${call}: no example for the field "${name}" (worker/openapi/examples.ts)`);
  }
  return examples;
}

function exampleOf(name: string, schema: ApiSchema, schemas: ApiSchemas): unknown {
  const validator = validatorOf(schema, schemas);
  return VALUES[name]?.find((value) => validator.safeParse(value).success);
}

export function validatorOf(schema: ApiSchema, schemas: ApiSchemas): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll("#/components/schemas/", "#/$defs/");
  return z.fromJSONSchema(JSON.parse(text));
}

type ObjectSchema = { readonly properties: Readonly<Record<string, ApiSchema>>; readonly required: readonly string[] };

/** The fields of an object, including those of an intersection, or of the first of several alternatives. */
function fieldsOf(schema: ApiSchema, schemas: ApiSchemas): ObjectSchema {
  if ("$ref" in schema) {
    const referenced = schemas[schema.$ref.split("/").at(-1) ?? ""];
    return referenced ? fieldsOf(referenced, schemas) : { properties: {}, required: [] };
  }
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  const parts = [...(schema.allOf ?? []), ...(first ? [first] : [])].map((part) => fieldsOf(part, schemas));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: [...parts.flatMap(({ required }) => required), ...(schema.required ?? [])],
  };
}
