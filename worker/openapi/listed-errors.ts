/** The errors of the API's page: those that every call can answer, and the others of one call. */
import type { Call } from "./commands.ts";

export type ListedError = { readonly status: number; readonly code: string; readonly message: string };

/** As the document describes each status: a list of `code`: Message. */
const DESCRIBED = /^`(?<code>\w+)`: (?<message>.*)$/su;

/** In the order of the document: by status. */
export function commonErrors(calls: readonly Call[]): readonly ListedError[] {
  const [first, ...others] = calls.map(errorsOf);
  return (first ?? []).filter(({ code }) => others.every((errors) => errors.some((one) => one.code === code)));
}

export function ownErrors(call: Call, common: readonly ListedError[]): readonly ListedError[] {
  return errorsOf(call).filter(({ code }) => !common.some((one) => one.code === code));
}

function errorsOf({ operation }: Call): ListedError[] {
  return Object.entries(operation.responses ?? {}).flatMap(([status, answer]) => {
    if (Number(status) < 400 || !("description" in answer)) return [];
    return answer.description.split(" · ").flatMap((text) => {
      const { code, message } = DESCRIBED.exec(text)?.groups ?? {};
      return code !== undefined && message !== undefined ? [{ status: Number(status), code, message }] : [];
    });
  });
}
