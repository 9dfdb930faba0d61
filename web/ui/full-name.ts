export { fullName } from "../../worker/contract/text/full-name.ts";
