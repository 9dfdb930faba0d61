/**
 * Checks responses against the OpenAPI document: the status must be listed for the call, and a JSON body must have
 * exactly the documented shape, including the error codes of this call.
 */
import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { z } from "zod";

import { searchForSalt } from "./secret-search.ts";

const JSON_TYPE = "application/json";
const jsonSchema = z.record(z.string(), z.unknown());
const operation = z.looseObject({
  tags: z.array(z.string()).nonempty(),
  summary: z.string().min(1),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      headers: z.record(z.string(), z.unknown()).optional(),
      content: z.record(z.string(), z.object({ schema: jsonSchema })).optional(),
    }),
  ),
});
/** Headers that a client acts on. The others are the same in every response. */
const HEADERS = ["Retry-After", "Set-Cookie"];
const method = z.enum(["get", "post", "put", "patch", "delete"]);
const apiDocument = z.looseObject({
  openapi: z.string().startsWith("3.1"),
  paths: z.record(z.string(), z.partialRecord(method, operation)),
  components: z.looseObject({ schemas: z.record(z.string(), jsonSchema) }),
});
type ParsedDocument = z.infer<typeof apiDocument>;

let documentPromise: Promise<ParsedDocument> | undefined;

/** The document as the Worker serves it. */
export function readApiDocument(): Promise<ParsedDocument> {
  documentPromise ??= (async () => {
    const response = await exports.default.fetch("https://lotline.test/api/v1/openapi.json");
    return apiDocument.parse(await response.json());
  })();
  return documentPromise;
}

export async function expectDocumented(calledMethod: string, url: string, response: Response): Promise<void> {
  const document = await readApiDocument();
  const found = findOperation(document, calledMethod, new URL(url).pathname);
  // An unknown URL has no entry. It returns 404 or 405, or is refused by earlier middleware.
  if (!found)
    return expect([403, 404, 405, 429], `${calledMethod} ${url} is not documented`).toContain(response.status);
  // 304 refers to the browser's cached response and is not documented separately.
  if (response.status === 304) return;
  const described = found.responses[response.status];
  expect(described, `${calledMethod} ${url} answered ${response.status}, which is not documented`).toBeDefined();
  for (const name of HEADERS.filter((header) => response.headers.has(header))) {
    expect(described?.headers, `${calledMethod} ${url} answered with an undocumented ${name}`).toHaveProperty(name);
  }
  if (!response.headers.get("content-type")?.startsWith(JSON_TYPE)) return;
  const schema = described?.content?.[JSON_TYPE]?.schema;
  if (!schema) throw new Error(`${calledMethod} ${url} answered ${response.status} with an undocumented body`);
  const body = await response.clone().text();
  searchForSalt(`${calledMethod} ${url}`, body);
  const parsed = validatorOf(schema, document).safeParse(JSON.parse(body));
  expect(parsed.error?.issues, `${calledMethod} ${url} answered ${response.status} in another shape`).toBeUndefined();
}

function findOperation({ paths }: ParsedDocument, calledMethod: string, path: string) {
  // HEAD is served by the GET route.
  const name = method.safeParse(calledMethod === "HEAD" ? "get" : calledMethod.toLowerCase()).data;
  // The app ignores a trailing slash.
  const candidates = Object.entries(paths).filter(([template]) => matches(template, path.replace(/\/$/, "")));
  // `/auction/bids` takes precedence over `/auction/{id}`.
  const [, item] = candidates.toSorted(([a], [b]) => a.split("{").length - b.split("{").length)[0] ?? [];
  return name === undefined ? undefined : item?.[name];
}

function matches(template: string, path: string): boolean {
  const templateParts = template.split("/");
  const parts = path.replace(/(?<=.)\/$/, "").split("/");
  return (
    templateParts.length === parts.length &&
    templateParts.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]))
  );
}

const validators = new WeakMap<object, z.ZodType>();
let definitions: object | undefined;

function validatorOf(schema: Record<string, unknown>, { components }: ParsedDocument): z.ZodType {
  let validator = validators.get(schema);
  if (!validator) {
    definitions ??= closeObjects(components.schemas);
    validator = z.fromJSONSchema({ ...closeObjects(schema), $defs: definitions } as Parameters<
      typeof z.fromJSONSchema
    >[0]);
    validators.set(schema, validator);
  }
  return validator;
}

/** The same schema without additional properties. In an intersection, one of the two must declare each property. */
function closeObjects<Node>(node: Node): Node;
function closeObjects(node: unknown): unknown {
  if (typeof node === "string") return node.replace("#/components/schemas/", "#/$defs/");
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  const isOpen = !("properties" in node) || "additionalProperties" in node;
  return isOpen ? copy : { ...copy, additionalProperties: false };
}
