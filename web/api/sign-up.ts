import { signupResponse, type SignupInput } from "../../worker/contract/account.ts";
import { call } from "./client.ts";
import { toNameFields } from "./name-fields.ts";

type Signup = Omit<SignupInput, "oneName"> & {
  oneName: boolean;
  photo: File | null;
  onProgress: (fraction: number) => void;
};

/** Returns whether a confirmation link was sent to the address. */
export async function signUp({ photo, onProgress, firstName, lastName, oneName, ...fields }: Signup): Promise<boolean> {
  const body = new FormData();
  const all = { ...toNameFields({ firstName, lastName, oneName }), ...fields };
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  body.set("role", "User");
  if (photo) body.set("image", photo);
  const options = { method: "POST", body, ...(photo ? { onProgress } : {}) } as const;
  return (await call(signupResponse, "/auth/signup", options)).linkSent;
}
