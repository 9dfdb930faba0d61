/** The account as its owner sees it: with the email address, and the IDs of listed and won auctions. */
import type { SignInAccount } from "../accounts/queries/people.ts";
import type { Account } from "../contract/account.ts";
import { imageUrl } from "../contract/fields.ts";
import { fullName } from "../contract/text/full-name.ts";
import type { Database } from "../db/database.ts";
import { listOwnAuctionIds } from "../listings/queries/auctions.ts";

export async function loadAccount(
  db: Database,
  user: Pick<
    SignInAccount,
    "id" | "firstName" | "lastName" | "email" | "emailVerifiedAt" | "imageKey" | "role" | "createdAt"
  >,
  now: number,
): Promise<Account> {
  const { id, firstName, lastName, email, emailVerifiedAt, imageKey, role, createdAt } = user;
  return {
    _id: id,
    id,
    name: fullName(user),
    firstName,
    lastName,
    email: email ?? "",
    emailVerified: emailVerifiedAt !== null,
    image: imageKey === null ? null : { url: imageUrl(imageKey) },
    role,
    createdAt: new Date(createdAt).toISOString(),
    ...(await listOwnAuctionIds(db, id, now)),
  };
}
