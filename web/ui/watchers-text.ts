import { MAX_WATCHERS } from "../../worker/contract/catalogue.ts";
import { reader } from "./format.ts";

/** How many people watch an auction: `18 watching this`. */
export function watchersText(watchers: number): string {
  return `${reader.count(watchers)}${watchers >= MAX_WATCHERS ? "+" : ""} watching this`;
}
