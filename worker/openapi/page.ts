/** The OpenAPI document as a readable page: plain HTML with one stylesheet and no scripts. */
import { html } from "hono/html";
import type { OpenAPIV3_1 } from "openapi-types";

import type { ApiDocument } from "./document.ts";
import { type ApiSchema, schemaText } from "./schema-text.ts";

type Call = { readonly method: string; readonly path: string; readonly operation: OpenAPIV3_1.OperationObject };

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export function callsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

export function pageOf(document: ApiDocument) {
  const calls = callsOf(document);
  const sections = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas ?? {});
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title} API</title>
        <link rel="stylesheet" href="/api-page.css" />
      </head>
      <body>
        <h1>${document.info.title} API</h1>
        <p>${withCode(document.info.description)}</p>
        <p>For machines: <a href="/api/v1/openapi.json">openapi.json</a></p>
        <nav aria-label="Calls">
          <ul>
            ${calls.map((call) => html`<li><a href="#${anchorOf(call)}">${call.method} ${call.path}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${sections.map(
            ({ name, calls: those }) =>
              html`<section>
                <h2>${name}</h2>
                ${those.map(callOf)}
              </section>`,
          )}
          <section>
            <h2>Shapes</h2>
            ${schemas.map(
              ([name, schema]) =>
                html`<h3>${name}</h3>
                  <pre>${schemaText(schema)}</pre>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
}

function anchorOf({ method, path }: Call): string {
  return `${method}${path}`.replaceAll(/\W+/g, "-").toLowerCase();
}

function callOf(call: Call) {
  const { summary, description, security = [], parameters = [], requestBody, responses = {} } = call.operation;
  return html`<article>
    <h3 id="${anchorOf(call)}">${call.method} ${call.path}</h3>
    <p>
      ${summary}${withCode(description ? `. ${description}` : "")}${security.length > 0 ? " (needs a session)" : ""}
    </p>
    ${parameters.flatMap((parameter) => ("$ref" in parameter ? [] : [parameterOf(parameter)]))}
    ${requestBody && !("$ref" in requestBody) ? contentOf("Body", requestBody.content) : ""}
    ${Object.entries(responses).flatMap(([status, answer]) => ("$ref" in answer ? [] : [answerOf(status, answer)]))}
  </article>`;
}

/** Text between backticks becomes `<code>`. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function parameterOf({ name, in: place, required, schema }: OpenAPIV3_1.ParameterObject) {
  const text = schema ? schemaText(schema) : "string";
  return html`<p><code>${name}</code> in the ${place}${required ? "" : ", optional"}: <code>${text}</code></p>`;
}

function answerOf(status: string, { description, content }: OpenAPIV3_1.ResponseObject) {
  if (Number(status) >= 400) return html`<p><strong>${status}</strong> ${withCode(description)}</p>`;
  return content ? contentOf(status, content) : html`<p><strong>${status}</strong> ${withCode(description)}</p>`;
}

function contentOf(label: string, content: Readonly<Record<string, { readonly schema?: ApiSchema | undefined }>>) {
  return Object.entries(content).map(
    ([type, { schema }]) =>
      html`<p><strong>${label}</strong> ${type}</p>
        ${schema ? html`<pre>${schemaText(schema)}</pre>` : ""}`,
  );
}
