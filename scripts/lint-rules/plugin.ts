/**
 * Lint rules that are specific to this codebase, as an oxlint plugin. Each one prevents a mistake in the
 * architecture or a failure that the platform does not report. `lint-rules.test.ts` plants each mistake and expects it
 * to be found.
 */
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The members of a syntax node (ESTree) that these rules use. */
type Node = {
  readonly type: string;
  readonly argument?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly name?: string;
  readonly arguments?: readonly Node[];
  readonly expression?: Node;
  readonly id?: Node;
  readonly init?: Node | null;
  readonly typeAnnotation?: Node;
  readonly expressions?: readonly Node[];
  readonly operator?: string;
  readonly async?: boolean;
  readonly accessibility?: string | null;
};
type RuleContext = {
  readonly filename: string;
  report(problem: { readonly node: Node; readonly message: string }): void;
};
type Rule = { create(context: RuleContext): Record<string, (node: Node) => void> };

/** SQL is constant text with bound parameters, because inserting a value into it allows injection. */
const constantSql: Rule = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      if (callee?.type !== "MemberExpression" || !callee.property || !callee.object) return;
      const method = callee.property.name ?? "";
      const runsSql = method === "prepare" || (method === "exec" && /sql|^db$/i.test(nameOf(callee.object)));
      const text = node.arguments?.[0];
      if (!runsSql || !text) return;
      const isInterpolated = text.type === "TemplateLiteral" && (text.expressions?.length ?? 0) > 0;
      if (isInterpolated || (text.type === "BinaryExpression" && text.operator === "+")) {
        context.report({ node: text, message: "SQL must be constant text. Bind the value as a parameter" });
      }
    },
  }),
};

/** The platform accepts an async callback, but everything after its first await is silently not in the transaction. */
const synchronousTransaction: Rule = {
  create: (context) => ({
    CallExpression(node) {
      if (node.callee?.property?.name !== "transactionSync") return;
      const body = node.arguments?.[0];
      if (body?.async)
        context.report({ node: body, message: "a storage transaction is synchronous, so its callback can't be async" });
    },
  }),
};

/** A schema parses data from outside, and `parseStored` our own. A cast or an annotation would check nothing. */
const parsedNotCast: Rule = {
  create(context) {
    const check = (node: Node, expression: Node | null | undefined) => {
      const awaited = expression?.type === "AwaitExpression" ? expression.argument : expression;
      const callee = awaited?.type === "CallExpression" ? awaited.callee : undefined;
      const method = callee?.property?.name;
      const parses = method === "json" || (method === "parse" && callee?.object?.name === "JSON");
      if (parses) context.report({ node, message: "parse it with a schema of the contract instead of casting it" });
    };
    const checkCast = (node: Node) => check(node, node.expression);
    // The one place that gives stored JSON its type.
    const isParseStored = toPosixPath(path.relative(ROOT, context.filename)) === "worker/platform/parse-stored.ts";
    return {
      TSAsExpression: checkCast,
      TSTypeAssertion: checkCast,
      VariableDeclarator(node) {
        const type = node.id?.typeAnnotation?.typeAnnotation?.type ?? "TSUnknownKeyword";
        if (type !== "TSUnknownKeyword" && !isParseStored) check(node, node.init);
      },
    };
  },
};

/** TypeScript's `private` methods of a Durable Object can still be called over RPC. `#private` methods can't. */
const hashPrivate: Rule = {
  create(context) {
    const check = (node: Node) => {
      if (node.accessibility !== "private" && node.accessibility !== "protected") return;
      context.report({ node, message: "write #name, because a TypeScript-private member can be called over RPC" });
    };
    return { MethodDefinition: check, PropertyDefinition: check };
  },
};

/** The last name in `this.#sql`, `ctx.storage.sql`, `env.DB`, `sql`. */
function nameOf(node: Node): string {
  return node.property?.name ?? node.name ?? "";
}

function toPosixPath(file: string): string {
  return file.split(path.sep).join("/");
}

export default {
  meta: { name: "lotline" },
  rules: {
    "constant-sql": constantSql,
    "synchronous-transaction": synchronousTransaction,
    "parsed-not-cast": parsedNotCast,
    "hash-private": hashPrivate,
  },
};
