import type { ComponentProps } from "react";

import { TextField } from "../../ui/text-field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "label" | "type" | "inputMode" | "autoComplete"> & {
  /** What a password manager takes it for: who signs in, or what is told about someone new. */
  readonly autoComplete: "username" | "email";
};

/** The address that someone signs in with. */
export function EmailField(input: Props) {
  return <TextField label="Email" type="email" inputMode="email" {...input} />;
}
