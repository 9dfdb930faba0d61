/** Empty for someone without an address. */
export function maskEmailOrNone(email: string | null): string {
  return email === null ? "" : maskEmail(email);
}

/**
 * `jane@example.com` becomes `j•••@e•••.com`. Other users see no more of an email address, except admins and the other
 * side of a deal.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const top = domain.slice(domain.lastIndexOf(".") + 1);
  // The first letter may take two UTF-16 units.
  return `${String.fromCodePoint(email.codePointAt(0) ?? 0)}•••@${domain.slice(0, 1)}•••.${top}`;
}
