export { fullName } from "../../worker/contract/people.ts";
