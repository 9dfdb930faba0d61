/** A JSON schema as readable text, similar to a TypeScript type. */
import type { OpenAPIV3_1 } from "openapi-types";

export type ApiSchema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

const INDENT = "  ";

export function schemaText(schema: ApiSchema, indent = ""): string {
  if ("$ref" in schema) return schema.$ref.split("/").at(-1) ?? "";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return Array.from(new Set(alternatives.map((one) => schemaText(one, indent)))).join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => schemaText(one, indent)).join(" & ");
  if (schema.properties) return objectText(schema.properties, schema.required ?? [], indent);
  if ("items" in schema && schema.items) return `${bracketed(schemaText(schema.items, indent))}[]`;
  if (typeof schema.additionalProperties === "object") {
    return `{ [name]: ${schemaText(schema.additionalProperties, indent)} }`;
  }
  if (schema.format === "binary") return "file";
  return [schema.type ?? "anything"].flat().join(" | ") + limits(schema);
}

function objectText(properties: Record<string, ApiSchema>, required: readonly string[], indent: string): string {
  const inner = indent + INDENT;
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? "" : "?"}: ${schemaText(schema, inner)}`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function bracketed(text: string): string {
  return text.includes(" | ") ? `(${text})` : text;
}

/** Patterns are left out as unreadable; the document itself has them. */
function limits({ minLength, maxLength, minimum, maximum, format }: OpenAPIV3_1.SchemaObject): string {
  const parts = [
    ...(format === undefined ? [] : [format]),
    ...(minLength === undefined && maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength ?? "any"} long`]),
    ...(minimum === undefined && maximum === undefined ? [] : [`${minimum ?? "any"} to ${maximum ?? "any"}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
