/** Names that lead nowhere from outside. */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|home\.arpa)$/;

/** Whether an address is one that a service on the web could post to: https, and a name that is not a machine's or a house's own. */
export function isPublicUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  if (protocol !== "https:") return false;
  // Stripe takes bare numbers of machines neither; a name has a dot in it.
  const isNumber = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isNumber && hostname.includes(".") && !PRIVATE_NAMES.test(hostname);
}
