import { render, screen } from "@testing-library/react";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, MemoryRouter, useNavigate, useSearchParams } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";

import { click, userOnFakeClock } from "../../testing/click.ts";
import { advanceTimeAsync } from "../../testing/clock.ts";
import { SearchBox } from "./search-box.tsx";

const box = () => screen.getByRole("searchbox", { name: "Search title and description" });
const foundText = (text: string) => screen.findByText(`Found: ${text}`);

/** A page with its search in the URL, like the All Auctions page. */
function SearchPage({ Results }: { Results: ComponentType<{ search: string }> }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const search = params.get("search") ?? "";
  return (
    <>
      <SearchBox value={search} onSearch={(text) => setParams(text ? { search: text } : {}, { replace: true })} />
      <Results search={search} />
      <Link to="?search=oak">Oak</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  );
}

function FoundText({ search }: { search: string }) {
  return <p>Found: {search || "everything"}</p>;
}

function show(Results: ComponentType<{ search: string }> = FoundText) {
  render(
    <MemoryRouter>
      <Suspense>
        <SearchPage Results={Results} />
      </Suspense>
    </MemoryRouter>,
  );
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

/** Longer than the pause after which the box searches. */
const waitForPause = () => advanceTimeAsync(400);
const type = (text: string) => userOnFakeClock().type(box(), text);
const followOak = () => userOnFakeClock().click(screen.getByRole("link", { name: "Oak" }));

it("the search box keeps a trailing space but searches without it", async () => {
  show();
  await type("gold ");
  await foundText("gold");
  expect(box()).toHaveValue("gold ");
  await type("ring");
  await foundText("gold ring");
  expect(box()).toHaveValue("gold ring");
});

it("the search box keeps its text while an earlier search is loading", async () => {
  const code = Promise.withResolvers<{ default: typeof FoundText }>();
  const FoundLater = lazy(() => code.promise);
  show(({ search }) => (search === "gold" ? <FoundLater search={search} /> : <FoundText search={search} />));
  await type("gold");
  await waitForPause();
  expect(box()).toHaveValue("gold");
  await type("en");
  code.resolve({ default: FoundText });
  await foundText("gold");
  expect(box()).toHaveValue("golden");
  await foundText("golden");
  expect(box()).toHaveValue("golden");
});

it("the search box shows the current search after a link, Back or Forward", async () => {
  show();
  await type("gold");
  await foundText("gold");
  await followOak();
  await foundText("oak");
  expect(box()).toHaveValue("oak");
  await click("Back");
  await foundText("gold");
  expect(box()).toHaveValue("gold");
  await click("Forward");
  await foundText("oak");
  expect(box()).toHaveValue("oak");
});

it("the search box drops text that the user typed right before following a link", async () => {
  show();
  await type("gold");
  await followOak();
  await foundText("oak");
  expect(box()).toHaveValue("oak");
  await waitForPause();
  expect(screen.getByText("Found: oak")).toBeVisible();
  expect(box()).toHaveValue("oak");
});
