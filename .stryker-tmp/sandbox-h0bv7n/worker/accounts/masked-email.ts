/** `jane@example.com` as `j•••@e•••.com`: all that anyone but its owner ever sees of an e-mail address. */
// @ts-nocheck

export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const top = domain.slice(domain.lastIndexOf(".") + 1);
  return `${email.slice(0, 1)}•••@${domain.slice(0, 1)}•••.${top}`;
}
