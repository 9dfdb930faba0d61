import type { House } from "../house.ts";

export type Phase = {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  readonly run: (house: House) => Promise<void>;
};
