export { fullName } from "../../worker/contract/full-name.ts";
