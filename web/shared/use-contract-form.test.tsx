import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiFailure } from "../api/failure.ts";
import { useContractForm } from "./use-contract-form.ts";

const schema = z.object({
  name: z.string().trim().min(1, "Name is required"),
  end: z.object({ day: z.string().min(1, "Day is required") }),
});
type Send = (
  input: z.output<typeof schema>,
  callbacks: { onSuccess: () => void; onError: (error: Error) => void },
) => void;

function Form({ send, onSent = () => undefined }: { send: Send; onSent?: () => void }) {
  const { register, errors, fileErrors, submit } = useContractForm(schema, {
    initial: { name: "", end: { day: "" } },
    send,
    onSent,
    failureMessage: "It could not be saved",
    fieldAliases: { endsAt: "end.day" },
    fieldByErrorCode: { category_exists: "name" },
    fileFields: ["image"],
  });
  // Registered in a different order than on screen.
  const day = register("end.day");
  return (
    <form noValidate onSubmit={submit}>
      <input aria-label="Name" {...register("name")} />
      <input aria-label="Day" {...day} />
      <p>Name: {errors.name?.message}</p>
      <p>Day: {errors.end?.day?.message}</p>
      <p>Image: {fileErrors["image"]}</p>
      <p>Form: {errors.root && `${errors.root.type}, ${errors.root.message}`}</p>
      <button type="submit">Send</button>
    </form>
  );
}

const press = () => userEvent.click(screen.getByRole("button"));
const paragraphTexts = () => screen.getAllByRole("paragraph").map(({ textContent }) => textContent);

/** Sends valid input, which the server refuses. */
async function renderRefused(error: Error) {
  render(<Form send={(_input, { onError }) => onError(error)} />);
  await userEvent.type(screen.getByLabelText("Name"), "Clock");
  await userEvent.type(screen.getByLabelText("Day"), "Monday");
  await press();
  expect(screen.getByLabelText("Name")).toHaveValue("Clock");
  return paragraphTexts();
}

it("an invalid form shows an error at each field, focuses the first, and isn't sent", async () => {
  const send = vi.fn<Send>();
  render(<Form send={send} />);
  await press();
  expect(paragraphTexts()).toEqual(["Name: Name is required", "Day: Day is required", "Image: ", "Form: "]);
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

it("a form sends the schema's output and calls onSent once the server accepts it", async () => {
  const send = vi.fn<Send>((_input, { onSuccess }) => onSuccess());
  const onSent = vi.fn<() => void>();
  render(<Form send={send} onSent={onSent} />);
  await userEvent.type(screen.getByLabelText("Name"), " Clock ");
  await userEvent.type(screen.getByLabelText("Day"), "Monday");
  await press();
  expect(send.mock.lastCall?.[0]).toEqual({ name: "Clock", end: { day: "Monday" } });
  expect(onSent).toHaveBeenCalledOnce();
});

it("a server error appears at the matching field of the form", async () => {
  const fields = { endsAt: ["Too late"] };
  expect(await renderRefused(new ApiFailure("invalid_input", "Not valid", 400, { fields }))).toEqual([
    "Name: ",
    "Day: Too late",
    "Image: ",
    "Form: ",
  ]);
  expect(screen.getByLabelText("Day")).toHaveFocus();
});

it("a refusal whose code belongs to one field appears at that field", async () => {
  const error = new ApiFailure("category_exists", "There is one of this name", 409);
  expect(await renderRefused(error)).toContain("Name: There is one of this name");
  expect(screen.getByLabelText("Name")).toHaveFocus();
});

it("a refused file shows its error at the file field", async () => {
  const fields = { image: ["Not an image"] };
  const error = new ApiFailure("image_invalid", "Not an image", 422, { fields });
  expect(await renderRefused(error)).toEqual(["Name: ", "Day: ", "Image: Not an image", "Form: "]);
});

it.each([
  ["busy", new ApiFailure("busy", "Try again in a moment", 503), "Form: busy, Try again in a moment"],
  ["unreachable", new ApiFailure("unreachable", "No network", 0), "Form: unreachable, It could not be saved"],
] as const)("a failure without a field shows at the form until the next try: %s", async (_code, error, words) => {
  expect(await renderRefused(error)).toContain(words);
  await userEvent.clear(screen.getByLabelText("Name"));
  expect(paragraphTexts()).toContain(words);
  await press();
  expect(paragraphTexts()).toContain("Form: ");
});

it("the form checks and sends a value that a password manager fills in silently", async () => {
  const send = vi.fn<Send>();
  render(<Form send={send} />);
  const fill = (label: string, value: string) => {
    const field = screen.getByLabelText(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
  };
  fill("Name", "Clock");
  await press();
  expect(paragraphTexts()).toEqual(["Name: ", "Day: Day is required", "Image: ", "Form: "]);
  fill("Day", "Monday");
  await press();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toEqual({ name: "Clock", end: { day: "Monday" } });
});

it("the form sends what every kind of field shows, even after a silent change", async () => {
  const choices = z.object({ terms: z.boolean(), action: z.string(), size: z.string(), text: z.string() });
  const send = vi.fn<(input: z.output<typeof choices>) => void>();
  function Choices() {
    const { register, submit } = useContractForm(choices, {
      initial: { terms: false, action: "keep", size: "s", text: "" },
      send,
    });
    return (
      <form noValidate onSubmit={submit}>
        <input type="checkbox" aria-label="Terms" {...register("terms")} />
        <input type="radio" aria-label="Keep" value="keep" {...register("action")} />
        <input type="radio" aria-label="Remove" value="remove" {...register("action")} />
        <select aria-label="Size" {...register("size")}>
          <option value="s">S</option>
          <option value="m">M</option>
        </select>
        <textarea aria-label="Text" {...register("text")} />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Choices />);
  Object.assign(screen.getByLabelText("Terms"), { checked: true });
  Object.assign(screen.getByLabelText("Remove"), { checked: true });
  Object.assign(screen.getByLabelText("Size"), { value: "m" });
  Object.assign(screen.getByLabelText("Text"), { value: "It ticks." });
  await press();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toEqual({ terms: true, action: "remove", size: "m", text: "It ticks." });
});
