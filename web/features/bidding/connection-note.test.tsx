import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { ConnectionNote } from "./connection-note.tsx";

it.each([
  ["live", "Live updates stopped. You can still bid."],
  ["closing", "Live updates stopped."],
  ["sold", "Live updates stopped."],
] as const)("a page of a %s auction without live updates says: %s", (stage, text) => {
  const connection = { phase: "givenUp", failures: 5 } as const;
  render(<ConnectionNote connection={connection} onRetry={() => {}} watching={1} stage={stage} />);
  expect(screen.getByRole("status").textContent).toBe(text);
});
