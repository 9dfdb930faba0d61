/**
 * The OpenAPI document as a readable page: plain HTML with one stylesheet and no scripts. The errors that every call
 * can answer are listed once; each call has its own, an example of its answer, and a command that makes it.
 */
import { html } from "hono/html";
import type { OpenAPIV3_1 } from "openapi-types";

import { type Call, commandOf } from "./commands.ts";
import type { ApiDocument } from "./document.ts";
import { answerExample } from "./examples.ts";
import { commonErrors, type ListedError, ownErrors } from "./listed-errors.ts";
import { type ApiSchema, schemaText } from "./schema-text.ts";

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
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  const common = commonErrors(calls);
  const schemas = document.components.schemas ?? {};
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title} API</title>
        <link rel="stylesheet" href="/api-page.css" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header class="bar">
          <a class="brand" href="/">${MARK}${document.info.title}</a>
          <span>API</span>
          <a class="machines" href="/api/v1/openapi.json">openapi.json</a>
        </header>
        <div class="columns">
          <nav aria-label="Calls">
            <ul>
              <li><a href="#start">Before you begin</a></li>
              <li><a href="#errors">Errors of every call</a></li>
            </ul>
            ${groups.map(
              ({ name, calls: those }) =>
                html`<details>
                  <summary>${name} <span class="count">${those.length}</span></summary>
                  <ul>
                    ${those.map(
                      (call) =>
                        html`<li>
                          <a href="#${anchorOf(call)}">${call.operation.summary}</a>
                        </li>`,
                    )}
                  </ul>
                </details>`,
            )}
            <ul>
              <li><a href="#shapes">Shapes</a></li>
            </ul>
          </nav>
          <main id="calls" tabindex="-1">
            <h1>${document.info.title} API</h1>
            <section id="start" aria-labelledby="start-title">
              <h2 id="start-title">Before you begin</h2>
              <p>${withCode(document.info.description)}</p>
              <p>
                The commands below run in any shell. Name the site first; log in once, and the session is kept in a
                file:
              </p>
              <pre>SITE=https://lotline.example</pre>
            </section>
            ${commonSection(common)} ${groups.map(({ name, calls: those }) => groupOf(name, those, schemas, common))}
            <section id="shapes" aria-labelledby="shapes-title">
              <h2 id="shapes-title">Shapes</h2>
              <p>What the calls above name.</p>
              ${Object.entries(schemas).map(
                ([name, schema]) =>
                  html`<h3 id="shape-${name.toLowerCase()}">${name}</h3>
                    <pre>${schemaText(schema)}</pre>`,
              )}
            </section>
          </main>
        </div>
      </body>
    </html>`;
}

const MARK = html`<svg aria-hidden="true" viewBox="0 0 32 32" width="28" height="28">
  <rect width="32" height="32" rx="8" class="mark" />
  <path d="M10 8v16h12M16 14h6" class="stroke" />
</svg>`;

type Schemas = Readonly<Record<string, ApiSchema>>;

function anchorOf({ method, path }: Call): string {
  return `${method}${path}`.replaceAll(/\W+/g, "-").toLowerCase();
}

function commonSection(common: readonly ListedError[]) {
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors of every call</h2>
    <p>
      A failure is <code>{ success: false, code, message, requestId }</code>. These can come from any call, and are not
      repeated below.
    </p>
    ${errorList(common)}
  </section>`;
}

function groupOf(name: string, calls: readonly Call[], schemas: Schemas, common: readonly ListedError[]) {
  const id = name.toLowerCase();
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${calls.map((call) => callOf(call, schemas, common))}
  </section>`;
}

function callOf(call: Call, schemas: Schemas, common: readonly ListedError[]) {
  const { method, path, operation } = call;
  const { summary, description, security = [], parameters = [], requestBody, responses = {} } = operation;
  const anchor = anchorOf(call);
  const own = ownErrors(call, common);
  return html`<article aria-labelledby="${anchor}">
    <h3 id="${anchor}">
      <span class="summary">${summary}</span>
      <span class="address"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></span>
    </h3>
    ${description ? html`<p>${withCode(description)}</p>` : ""}
    ${security.length > 0 ? html`<p class="session">Needs a session.</p>` : ""}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <dl>${parameters.flatMap((parameter) => ("$ref" in parameter ? [] : [parameterOf(parameter)]))}</dl>`
        : ""
    }
    ${requestBody && !("$ref" in requestBody) ? bodyOf(requestBody.content) : ""}
    <h4>Example</h4>
    <pre>${commandOf(call)}</pre>
    ${Object.entries(responses).flatMap(([status, answer]) =>
      "$ref" in answer || Number(status) >= 400 ? [] : [answerOf(status, answer, schemas)],
    )}
    ${
      own.length > 0
        ? html`<details>
            <summary>Errors <span class="count">${own.length}</span></summary>
            ${errorList(own)}
          </details>`
        : ""
    }
  </article>`;
}

/** Text between backticks becomes `<code>`. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

function parameterOf({ name, in: place, required, schema }: OpenAPIV3_1.ParameterObject) {
  const text = schema ? schemaText(schema) : "string";
  return html`<dt><code>${name}</code></dt>
    <dd>in the ${place}${required ? "" : ", optional"}: <code>${text}</code></dd>`;
}

type Content = Readonly<Record<string, { readonly schema?: ApiSchema | undefined }>>;

function bodyOf(content: Content) {
  return Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="type">${type}</span></h4>
        ${schema ? html`<pre>${schemaText(schema)}</pre>` : ""}`,
  );
}

/** The answer as an example, and its shape in a collapsed block. */
function answerOf(status: string, { description, content = {} }: OpenAPIV3_1.ResponseObject, schemas: Schemas) {
  const answers = Object.entries(content);
  if (answers.length === 0) return html`<p>Answers <b>${status}</b>. ${withCode(description)}</p>`;
  return answers.map(([type, { schema }]) => {
    const example = schema && type === "application/json" ? answerExample(schema, schemas) : undefined;
    return html`<h4>Answer <b>${status}</b> <span class="type">${type}</span></h4>
      ${example === undefined ? "" : html`<pre>${JSON.stringify(example, null, 2)}</pre>`}
      ${
        schema
          ? html`<details>
              <summary>Shape</summary>
              <pre>${schemaText(schema)}</pre>
            </details>`
          : ""
      }`;
  });
}

function errorList(errors: readonly ListedError[]) {
  return html`<dl class="errors">
    ${errors.map(
      ({ status, code, message }) =>
        html`<dt><b>${status}</b> <code>${code}</code></dt>
          <dd>${message}</dd>`,
    )}
  </dl>`;
}
