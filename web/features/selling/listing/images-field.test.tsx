import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import { click } from "../../../testing/click.ts";
import { aFileStartingWith, anImageFile } from "../../../testing/images.ts";
import { ImagesField } from "./images-field.tsx";
import { type ImagesChange, imagesOf, type ListingImages } from "./listing-images.ts";
import { useChosenImages } from "./use-chosen-images.ts";

const MB = 1024 * 1024;
const imageAt = (url: string) => ({ url });
const file = (name: string, bytes = 0) => anImageFile(name, bytes);
const videoFile = (name: string) => aFileStartingWith("\0\0\0\u0018ftypmp42", name, "video/mp4");

beforeEach(() => vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" })));

function Form({ initial }: { initial: ListingImages }) {
  const [images, setImages] = useState(initial);
  const chosen = useChosenImages(images, 10 * MB, setImages);
  return (
    <ImagesField images={images} chosenImages={chosen} maxImageBytes={10 * MB} fileErrors={{}} onChange={setImages} />
  );
}
function form(initial: ListingImages = []) {
  render(<Form initial={initial} />);
}
const cover = () => screen.getByLabelText("Product Image");
const addInput = () => screen.getByLabelText("Add photos");
/** The alt text of each additional image. */
const additional = () =>
  within(screen.getByRole("group", { name: /More photos/ }))
    .getAllByRole("img")
    .map((image) => image.getAttribute("alt"));
const waitUntilReady = () => waitFor(() => expect(screen.queryByText(/^Preparing/)).not.toBeInTheDocument());
const filesNamed = (...names: (string | number)[]) => names.map((name) => file(`${name}.png`));
const previews = (...names: number[]) => names.map((name) => `Preview of ${name}.png`);
const add = (input: HTMLElement, files: File[]) => fireEvent.change(input, { target: { files } });
/** Chooses files, and waits until they are ready. */
async function choose(input: HTMLElement, files: File | File[], user = userEvent.setup()): Promise<void> {
  await user.upload(input, files);
  await waitUntilReady();
}
it("the buttons don't remove a photo that was added after the form was rendered", async () => {
  const [before, latest] = [imagesOf(["/a", "/b", "/c"].map(imageAt)), imagesOf(["/a", "/b", "/c", "/d"].map(imageAt))];
  const onChange = vi.fn<(change: ImagesChange) => void>();
  function StaleForm() {
    const chosen = useChosenImages(before, 10 * MB, onChange);
    return (
      <ImagesField images={before} chosenImages={chosen} maxImageBytes={10 * MB} fileErrors={{}} onChange={onChange} />
    );
  }
  render(<StaleForm />);
  const after = async (name: string) => {
    await click(name);
    return onChange.mock.lastCall?.[0](latest).map(({ id }) => id);
  };
  expect(await after("Make photo 2 the cover")).toEqual(["/b", "/a", "/c", "/d"]);
  expect(await after("Move photo 2 later")).toEqual(["/a", "/c", "/b", "/d"]);
  expect(await after("Remove photo 3")).toEqual(["/a", "/b", "/d"]);
  expect(await after("Remove")).toEqual(["/b", "/c", "/d"]);
});

it("the user can choose six photos at once, and the first is the cover", async () => {
  form();
  expect(screen.getByText("Add up to 6 photos", { selector: "span" })).toBeVisible();
  expect(screen.queryByLabelText("Add photos")).not.toBeInTheDocument();
  await choose(cover(), filesNamed(1, 2, 3, 4, 5, 6, 7));
  expect(screen.getByAltText("Preview of 1.png")).toBeInTheDocument();
  expect(additional()).toEqual(previews(2, 3, 4, 5, 6));
  expect(screen.getByRole("alert")).toHaveTextContent("An auction can have at most 6 photos. We didn't add the rest.");
  expect(screen.queryByLabelText("Add photos")).not.toBeInTheDocument();
});

it("the form adds the valid photos and shows an error for the others", async () => {
  form();
  await choose(cover(), file("1.png"));
  const user = userEvent.setup({ applyAccept: false });
  await choose(addInput(), [file("2.png"), videoFile("film.mp4")], user);
  expect(additional()).toEqual(["Preview of 2.png"]);
  expect(addInput()).toHaveAccessibleDescription("This is a video. Use a photo instead.");
});

it("the form adds photos that are dropped or pasted anywhere on the page", async () => {
  form();
  const drop = (data: object) => fireEvent.drop(document.body, { dataTransfer: data });
  expect(drop({ types: ["Files"], files: [file("1.png")] })).toBe(false);
  expect(await screen.findByAltText("Preview of 1.png")).toBeInTheDocument();
  fireEvent.paste(document.body, { clipboardData: { types: ["Files"], files: [file("2.png")] } });
  await waitFor(() => expect(additional()).toEqual(["Preview of 2.png"]));
  const pasted = { types: ["text/plain", "Files"], files: [file("3.png")] };
  expect(fireEvent.paste(cover(), { clipboardData: pasted })).toBe(true);
  expect(additional()).toHaveLength(1);
});

it("the form lists every file that it refuses", async () => {
  form();
  await choose(cover(), file("1.png"));
  await choose(addInput(), [videoFile("a.mp4"), videoFile("b.mp4")], userEvent.setup({ applyAccept: false }));
  expect(addInput()).toHaveAccessibleDescription(
    "a.mp4: This is a video. Use a photo instead. b.mp4: This is a video. Use a photo instead.",
  );
});

it("the form prepares photos from two selections in order, up to six", async () => {
  form();
  await choose(cover(), file("1.png"));
  add(addInput(), filesNamed(2, 3, 4));
  add(addInput(), filesNamed(5, 6, 7));
  await waitUntilReady();
  expect(additional()).toEqual(previews(2, 3, 4, 5, 6));
  expect(screen.getByText(/at most 6 photos/)).toBeVisible();
});

it("the form refuses too many photos even while it's preparing others", async () => {
  form();
  await choose(cover(), filesNamed(1, 2, 3, 4, 5));
  const input = addInput();
  add(input, filesNamed(6));
  add(input, filesNamed(7, 8));
  await waitUntilReady();
  expect(additional().at(-1)).toBe("Preview of 6.png");
  expect(additional()).toHaveLength(5);
});

it("a new cover replaces the photo it was chosen for, even after that photo moves", async () => {
  form(imagesOf([{ url: "/a" }, { url: "/b" }]));
  add(cover(), filesNamed("new"));
  fireEvent.click(screen.getByRole("button", { name: "Make photo 2 the cover" }));
  await waitUntilReady();
  expect(screen.getByAltText("Current cover")).toHaveAttribute("src", "/b?w=960");
  expect(additional()).toEqual(["Preview of new.png"]);
});

it("buttons reorder the photos, keep focus and announce the change", async () => {
  form();
  await choose(cover(), file("1.png"));
  await choose(addInput(), filesNamed(2, 3));
  await click("Move photo 2 later");
  expect(additional()).toEqual(["Preview of 3.png", "Preview of 2.png"]);
  expect(screen.getByRole("status")).toHaveTextContent("Now photo 3 of 3");
  // It's now the last one and can't move further.
  expect(screen.getByRole("button", { name: "Move photo 3 earlier" })).toHaveFocus();
  await click("Move photo 3 earlier");
  expect(screen.getByRole("button", { name: "Move photo 2 earlier" })).toHaveFocus();
  await click("Make photo 3 the cover");
  expect(screen.getByRole("status")).toHaveTextContent("This photo is now the cover");
  expect(screen.getByAltText("Preview of 3.png")).toBeInTheDocument();
  expect(additional()).toEqual(["Preview of 1.png", "Preview of 2.png"]);
});

it("focus never moves to a button that changes another photo", async () => {
  form(imagesOf(["/a", "/b", "/c", "/d", "/e", "/f"].map((url) => ({ url }))));
  await click("Move photo 2 earlier");
  expect(screen.getByRole("group", { name: /More photos/ })).toHaveFocus();
  await click("Make photo 4 the cover");
  expect(screen.getByRole("group", { name: /More photos/ })).toHaveFocus();
  await click("Remove photo 3");
  expect(addInput()).toHaveFocus();
  await click("Move photo 2 earlier");
  expect(addInput()).toHaveFocus();
});

it("the form shows the current cover again when the new cover is removed", async () => {
  form(imagesOf([{ url: "/a" }, { url: "/b" }]));
  expect(screen.getByAltText("Current cover")).toHaveAttribute("src", "/a?w=960");
  await choose(cover(), file("new.png"));
  expect(screen.getByAltText("Preview of new.png")).toBeInTheDocument();
  await click("Remove");
  expect(screen.getByAltText("Current cover")).toHaveAttribute("src", "/a?w=960");
  expect(additional()).toEqual(["Photo 2"]);
});

it("photos that together exceed the size limit show an error", async () => {
  form();
  await choose(cover(), file("1.png", 9 * MB));
  await choose(
    addInput(),
    [2, 3, 4].map((name) => file(`${name}.png`, 9 * MB)),
  );
  expect(addInput()).toHaveAccessibleDescription("Photos can total up to 30 MB.");
});
