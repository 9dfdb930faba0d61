/**
 * The command that makes a call, with the document's own examples: `curl`, or a line of JavaScript for a live channel.
 */
import type { OpenAPIV3_1 } from "openapi-types";

import type { ApiSchema } from "./schema-text.ts";

export type Call = {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenAPIV3_1.OperationObject;
};

/** Where `curl` keeps the session between two calls. */
const COOKIES = "cookies.txt";
const JSON_TYPE = "application/json";

export function commandOf(call: Call): string {
  const { method, operation } = call;
  const { security = [], responses = {} } = operation;
  const [status, answer] = Object.entries(responses).find(([code]) => Number(code) < 400) ?? [];
  const address = addressOf(call);
  if (status === "101") return `new WebSocket("wss://lotline.example${address}")`;
  const done = answer && !("$ref" in answer) ? answer : undefined;
  const isJson = !done?.content || JSON_TYPE in done.content;
  const beginsSession = security.length === 0 && done?.headers !== undefined && "Set-Cookie" in done.headers;
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$SITE${address}"`,
    ...(security.length > 0 ? [`-b ${COOKIES}`] : []),
    ...(beginsSession ? [`-c ${COOKIES}`] : []),
    ...headersOf(operation),
    ...bodyOf(operation),
    ...(isJson ? [] : ["-o answer"]),
  ];
  return parts.join(" \\\n  ");
}

/** The parameters of this place that the example fills in. */
function filled({ parameters = [] }: OpenAPIV3_1.OperationObject, place: string) {
  return parameters.flatMap((parameter) => {
    if ("$ref" in parameter || parameter.in !== place || parameter.example === undefined) return [];
    return [{ ...parameter, value: String(parameter.example) }];
  });
}

function addressOf({ path, operation }: Call): string {
  const named = Object.fromEntries(filled(operation, "path").map(({ name, value }) => [name, value]));
  const query = new URLSearchParams(
    filled(operation, "query")
      .filter(({ required }) => required)
      .map(({ name, value }) => [name, value]),
  );
  const place = path.replaceAll(/\{(\w+)\}/g, (text, name: string) => named[name] ?? text);
  return query.size > 0 ? `${place}?${query.toString()}` : place;
}

function headersOf(operation: OpenAPIV3_1.OperationObject): string[] {
  return filled(operation, "header").map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`);
}

function bodyOf({ requestBody }: OpenAPIV3_1.OperationObject): string[] {
  if (!requestBody || "$ref" in requestBody) return [];
  const [[type, { schema, example }] = ["", {}]] = Object.entries(requestBody.content);
  if (type === JSON_TYPE) {
    return [`-H ${quoted(`Content-Type: ${JSON_TYPE}`)}`, `-d ${quoted(JSON.stringify(example))}`];
  }
  const fields = Object.entries(example ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`);
  return [...fields, ...filesOf(schema).map((name) => `-F ${name}=@photo.jpg`)];
}

function filesOf(schema: ApiSchema | undefined): string[] {
  if (!schema || "$ref" in schema) return [];
  const own = Object.entries(schema.properties ?? {}).filter(([, field]) => isFile(field));
  return [...own.map(([name]) => name), ...(schema.allOf ?? []).flatMap(filesOf)];
}

function isFile(field: ApiSchema): boolean {
  if ("$ref" in field) return false;
  if ("items" in field && field.items) return isFile(field.items);
  return field.format === "binary" || (field.anyOf ?? []).some(isFile);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
