import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { ApiFailure } from "../../../api/failure.ts";
import { click } from "../../../testing/click.ts";
import { unverifiedFailure, unverifiedPerson } from "../../../testing/email-verification.ts";
import { fakeApiAt } from "../../../testing/fake-api.ts";
import { aFileStartingWith, anImageFile } from "../../../testing/images.ts";
import { showPages, testClient } from "../../../testing/page.tsx";
import { EMPTY_DETAILS } from "./details-values.ts";
import { ListingForm, type ListingTexts } from "./listing-form.tsx";
import { newListingSchema } from "./listing-schema.ts";
import { DEFAULT_TERMS } from "./listing-terms.ts";
import { EMPTY_CONTENT, type ListingContent, useListingForm } from "./use-listing-form.ts";

type FormOptions = Parameters<typeof useListingForm>[0];
type SaveDraft = FormOptions["save"];

/** Noon in local time, so that there is time left today. */
const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();
const RULES = {
  currency: "USD",
  minStartingPrice: 100,
  leadMs: 60_000,
  minAuctionMs: 60_000,
  softCloseMs: 120_000,
  now: () => NOON,
};
const FILLED: ListingContent = {
  values: {
    title: "Clock",
    category: "antiques",
    description: "Ticks",
    details: EMPTY_DETAILS,
    startingPrice: "150",
    end: { day: "2026-11-21", time: "18:30" },
    ...DEFAULT_TERMS,
  },
  images: [],
};
const TEXTS: ListingTexts = {
  titleLabel: "Product Title",
  descriptionLabel: "Product Description",
  submitLabel: "Create Auction",
  busyLabel: "Creating Auction...",
  failureText: () => "Failed to create auction. Please try again.",
};

beforeEach(() => vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" })));

function NewListingForm(options: FormOptions) {
  return <ListingForm listing={useListingForm(options)} texts={TEXTS} withCategory />;
}

/** Renders a new listing that starts from `draft`. */
function form({ draft = FILLED, rules = RULES, ...more }: Partial<FormOptions> & { draft?: ListingContent } = {}) {
  const client = testClient();
  client.setQueryData(["categories"], [{ _id: "antiques", name: "Antiques", description: "" }]);
  const save = vi.fn<SaveDraft>(() => Promise.resolve());
  const onSaved = vi.fn<() => void>();
  const options: FormOptions = {
    schema: newListingSchema(rules),
    initial: draft,
    rules,
    maxImageBytes: 10 * 1024 * 1024,
    save,
    onSaved,
    onFailed: vi.fn<(error: Error) => void>(),
    ...more,
  };
  showPages({ "*": <NewListingForm {...options} /> }, "/", client);
  return { save, onSaved };
}

const submit = () => click("Create Auction");
const field = (name: string) => screen.getByLabelText(name);

it("the form shows errors at missing fields and focuses the first of them", async () => {
  const { save } = form({ draft: EMPTY_CONTENT });
  await submit();
  expect(field("Product Title")).toHaveAccessibleDescription("Title is required");
  expect(field("Category")).toHaveAccessibleDescription("Category is required");
  expect(field("Product Description")).toHaveAccessibleDescription("Description is required");
  expect(field("Starting Price")).toHaveAccessibleDescription("Starting price is required");
  expect(field("Auction End Date")).toHaveAccessibleDescription("Auction end date is required");
  expect(field("Product Title")).toHaveFocus();
  await userEvent.keyboard("Clock");
  await userEvent.type(field("Starting Price"), "150");
  await submit();
  expect(field("Category")).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
});

async function typePrice(typed: string) {
  await userEvent.clear(field("Starting Price"));
  await userEvent.type(field("Starting Price"), typed);
}

it.each([
  ["99", "USD", 100, "Starting price must be at least $100"],
  ["999.99", "INR", 1000, "Starting price must be at least INR 1000"],
  ["1.500", "USD", 100, "Did you mean $1,500? If so, enter 1500"],
])(
  "the form refuses a starting price of %s and keeps it in the field",
  async (typed, currency, minStartingPrice, message) => {
    const { save } = form({ rules: { ...RULES, currency, minStartingPrice } });
    await typePrice(typed);
    await submit();
    expect(field("Starting Price")).toHaveAccessibleDescription(message);
    expect(field("Starting Price")).toHaveValue(typed);
    expect(save).not.toHaveBeenCalled();
  },
);

it("the form shows how it reads a starting price, and sends that amount", async () => {
  const { save } = form();
  await typePrice("1,500");
  expect(field("Starting Price")).toHaveAccessibleDescription("Bidding starts at $1,500 In USD, at least $100");
  await submit();
  const sent = expect.objectContaining({ startingPrice: 1500 });
  expect(save).toHaveBeenCalledExactlyOnceWith(sent, expect.anything(), expect.anything());
});

it("picking today suggests a later time today and shows the selected date", async () => {
  form({ draft: EMPTY_CONTENT });
  await userEvent.type(field("Auction End Date"), "2026-11-21");
  expect(field("Ends at")).toHaveValue("13:00");
  expect(screen.getByText(/^Selected Date:/)).toHaveTextContent("Saturday, November 21, 2026 at 1:00");
});

it("an end in the past shows an error, isn't sent, and stays in the field", async () => {
  const { save } = form();
  await userEvent.clear(field("Ends at"));
  await userEvent.type(field("Ends at"), "09:00");
  await submit();
  expect(field("Ends at")).toHaveAccessibleDescription(/already passed\. Choose 12:01\sPM or later\./);
  expect(field("Ends at")).toHaveValue("09:00");
  expect(field("Ends at")).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
});

it("the form sends a new listing with its end time in UTC", async () => {
  const { save, onSaved } = form();
  const file = anImageFile("clock.png");
  await userEvent.upload(field("Product Image"), file);
  await screen.findByAltText("Preview of clock.png");
  await submit();
  expect(save).toHaveBeenCalledExactlyOnceWith(
    {
      title: "Clock",
      details: {},
      category: "antiques",
      description: "Ticks",
      startingPrice: 150,
      end: new Date(2026, 10, 21, 18, 30).toISOString(),
      // Increments that grow with the price are the initial choice.
      increments: "tiered",
      softClose: "on",
      startsAt: "",
      reservePrice: "",
      buyNowPrice: "",
      relistTimes: "0",
    },
    [expect.objectContaining({ file })],
    expect.any(Function),
  );
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

it("the terms are behind a disclosure and keep their values after a refusal", async () => {
  form({ save: () => Promise.reject(new ApiFailure("busy", "Busy", 503)) });
  const options = screen.getByText("More options").closest("details");
  expect(options).not.toHaveAttribute("open");
  await userEvent.click(screen.getByText("More options"));
  await userEvent.click(screen.getByRole("radio", { name: /^Larger at higher prices/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /^Extend the auction after late bids/ }));
  await submit();
  expect(await screen.findByText("Busy")).toBeVisible();
  expect(screen.getByRole("radio", { name: /^Larger at higher prices/ })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /^Extend the auction after late bids/ })).not.toBeChecked();
});

it("the form shows and sends a draft's own terms and relist plan", async () => {
  const values = { ...FILLED.values, increments: "tiered", softClose: false, relistTimes: "2" } as const;
  const { save } = form({ draft: { ...FILLED, values } });
  expect(screen.getByText("More options").closest("details")).toHaveAttribute("open");
  const choice = screen.getByRole("combobox", { name: "List again" });
  expect(choice).toHaveTextContent("Up to 2 times");
  await userEvent.click(choice);
  await userEvent.click(await screen.findByRole("option", { name: "Up to 3 times" }));
  await submit();
  const sent = expect.objectContaining({ increments: "tiered", softClose: "off", relistTimes: "3" });
  expect(save).toHaveBeenCalledExactlyOnceWith(sent, [], expect.any(Function));
});

it("the form sends a later start, and picking its day suggests a time", async () => {
  const { save } = form();
  await userEvent.click(screen.getByText("More options"));
  await userEvent.type(field("Auction Start Date"), "2026-11-21");
  expect(field("Starts at")).toHaveValue("13:00");
  await submit();
  const sent = expect.objectContaining({ startsAt: new Date(2026, 10, 21, 13).toISOString() });
  expect(save).toHaveBeenCalledExactlyOnceWith(sent, [], expect.any(Function));
});

it("an end before the start shows an error, and so does a start in the past", async () => {
  const { save } = form();
  await userEvent.click(screen.getByText("More options"));
  await userEvent.type(field("Auction Start Date"), "2026-11-22");
  await submit();
  expect(field("Ends at")).toHaveAccessibleDescription(/too soon\. Choose Nov 22, 2026, 12:01\sPM or later\./);
  await userEvent.clear(field("Auction Start Date"));
  await userEvent.type(field("Auction Start Date"), "2026-11-21");
  await userEvent.clear(field("Starts at"));
  await userEvent.type(field("Starts at"), "09:00");
  await submit();
  expect(field("Starts at")).toHaveAccessibleDescription(/already passed\. Choose 12:00\sPM or later\./);
  expect(field("Starts at")).toHaveValue("09:00");
  expect(save).not.toHaveBeenCalled();
});

it.each([
  ["start", "start_too_soon", "Starts at", "13:00"],
  ["end", "end_too_soon", "Ends at", "18:30"],
] as const)("a time that the server refuses is visible, focused and kept: the %s", async (_, code, label, value) => {
  const details = { earliestAt: NOON + 90_000 };
  form({ save: () => Promise.reject(new ApiFailure(code, "It must be later", 422, { details })) });
  await userEvent.click(screen.getByText("More options"));
  await userEvent.type(field("Auction Start Date"), "2026-11-21");
  await userEvent.click(screen.getByText("More options"));
  await submit();
  await waitFor(() =>
    expect(field(label)).toHaveAccessibleDescription(/too soon\. Choose Nov 21, 2026, 12:02\sPM or later\./),
  );
  expect(field(label)).toHaveFocus();
  expect(field(label)).toHaveValue(value);
  expect(screen.getByText("More options").closest("details")?.open).toBe(code === "start_too_soon");
});

it("the form offers no soft close if the site has none", () => {
  form({ rules: { ...RULES, softCloseMs: 0 } });
  expect(screen.queryByText("Extend the auction after late bids")).not.toBeInTheDocument();
});

it("the form refuses images that the server would refuse", async () => {
  const { save } = form();
  const user = userEvent.setup({ applyAccept: false });
  for (const [file, message] of [
    [aFileStartingWith("\0\0\0\u0018ftypmp42", "film.jpg"), "This is a video. Use a photo instead."],
    [aFileStartingWith("", "a.png"), "This file is empty. Choose another one."],
    [anImageFile("big.png", 10 * 1024 * 1024 + 1), "This photo is too large. Photos can be up to 10 MB."],
  ] as const) {
    await user.upload(field("Product Image"), file);
    await waitFor(() => expect(field("Product Image")).toHaveAccessibleDescription(message));
  }
  await submit();
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.anything(), [], expect.any(Function));
});

it("sending a listing disables its button and shows a progress bar", async () => {
  let report: (fraction: number) => void = () => undefined;
  form({
    save: (_listing, _images, onProgress) => {
      report = onProgress;
      return new Promise<void>(() => undefined);
    },
  });
  await userEvent.upload(field("Product Image"), anImageFile("clock.png"));
  await screen.findByAltText("Preview of clock.png");
  await submit();
  expect(screen.getByRole("button", { name: "Creating Auction..." })).toBeDisabled();
  report(0.42);
  await waitFor(() => expect(screen.getByRole("progressbar")).toHaveAttribute("value", "42"));
});

it("a refused listing shows an error at its field and above the button", async () => {
  const fields = { title: ["We can't show some characters in this text. Remove them."] };
  const error = new ApiFailure("invalid_input", "We couldn't accept some of the input. Check it and try again.", 400, {
    fields,
  });
  form({ save: () => Promise.reject(error) });
  await submit();
  await waitFor(() => expect(field("Product Title")).toHaveAccessibleDescription(fields.title[0] ?? ""));
  expect(field("Product Title")).toHaveFocus();
  expect(screen.getByText("Failed to create auction. Please try again.").parentElement).toHaveTextContent(
    "We couldn't accept some of the input. Check it and try again.",
  );
  expect(field("Product Title")).toHaveValue("Clock");
  expect(field("Starting Price")).toHaveValue("150");
});

it("a refused image shows an error at the image field", async () => {
  const fields = { image: ["We can't read this photo. Use a JPEG, PNG or WebP."] };
  form({ save: () => Promise.reject(new ApiFailure("image_invalid", fields.image[0] ?? "", 422, { fields })) });
  await submit();
  await waitFor(() => expect(field("Product Image")).toHaveAccessibleDescription(fields.image[0] ?? ""));
});

it("the user sets a duration with one click, and the time of day stays", async () => {
  form();
  await click("7 days");
  expect(field("Auction End Date")).toHaveValue("2026-11-28");
  expect(field("Ends at")).toHaveValue("18:30");
  expect(screen.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.clear(field("Auction End Date"));
  expect(screen.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "false");
});

it("the preview shows the card as the user fills in the form", async () => {
  form();
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  expect(preview.getByRole("heading", { name: "Clock" })).toBeVisible();
  expect(await preview.findByText("Antiques")).toBeVisible();
  await userEvent.type(field("Product Title"), " of brass");
  await userEvent.type(field("Starting Price"), "0,5");
  expect(preview.getByRole("heading", { name: "Clock of brass" })).toBeVisible();
  expect(preview.getByText("$1,500.50")).toBeVisible();
});

it("the form asks to confirm prices that look like typos before sending them", async () => {
  const { save } = form({
    draft: { ...FILLED, values: { ...FILLED.values, reservePrice: "16000", buyNowPrice: "16001" } },
  });
  await submit();
  const dialog = within(await screen.findByRole("dialog", { name: "Check your prices" }));
  expect(dialog.getByText(/The reserve of/)).toHaveTextContent(
    "The reserve of $16,000 is 106.7 times the starting price, $150.",
  );
  expect(dialog.getByText(/The Buy Now price of/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Go back" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(save).not.toHaveBeenCalled();
  await submit();
  await userEvent.click(await screen.findByRole("button", { name: "Keep these prices" }));
  await waitFor(() =>
    expect(save).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ reservePrice: 16_000, buyNowPrice: 16_001 }),
      [],
      expect.any(Function),
    ),
  );
});

it("a listing that waits for a confirmed email address is sent with later changes", async () => {
  const person = unverifiedPerson();
  fakeApiAt({ "/user/profile": person.profile });
  const save = vi.fn<SaveDraft>(() => (person.isVerified() ? Promise.resolve() : Promise.reject(unverifiedFailure())));
  form({ save });
  await submit();
  expect(await screen.findByText(/Confirm your email address to list an item/)).toBeVisible();
  await userEvent.type(field("Product Title"), " of brass");
  person.verify();
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ title: "Clock of brass" }), [], expect.any(Function));
});
