/** How the owner's link is followed: inside the shop, outside it, or not at all when it is no web address. */
export type FooterUrlKind = "inside" | "outside" | "refused";

/** Sorts an address the owner typed; anything but a path, http, https, mailto or tel is refused. */
export function footerUrlKind(url: string): FooterUrlKind {
  if (/^\/(?![/\\])/.test(url)) return "inside";
  return /^(https?:\/\/|mailto:|tel:)/i.test(url) ? "outside" : "refused";
}

/** The number as a `tel:` link takes it: digits, and a leading plus. */
export function telephoneUrl(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return `tel:${phone.trim().startsWith("+") ? "+" : ""}${digits}`;
}
