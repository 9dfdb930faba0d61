import type { Person } from "../../../worker/contract/catalogue.ts";
import { DELETED_NAME } from "../../../worker/contract/people.ts";
import { paths } from "../../paths.ts";
import { fullName } from "../full-name.ts";
import { Link } from "../link.tsx";

/** A seller's name, linked to their page unless their account is deleted. */
export function SellerLink({ seller, className }: { seller: Person; className?: string }) {
  if (isDeleted(seller)) return <span className={className}>{fullName(seller)}</span>;
  return (
    <Link
      to={paths.seller(seller._id)}
      className={`rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current ${className ?? ""}`}
    >
      {fullName(seller)}
    </Link>
  );
}

export function isDeleted({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): boolean {
  return firstName === DELETED_NAME.firstName && lastName === DELETED_NAME.lastName;
}
