/** An IPv4 address mapped into IPv6, as ::ffff:203.0.113.7 or ::ffff:cb00:7107. */
const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

function toIPv4(high: string, low: string): string {
  const left = Number.parseInt(high, 16);
  const right = Number.parseInt(low, 16);
  return [left >> 8, left & 255, right >> 8, right & 255].join(".");
}

/** The groups of an IPv6 address in the shortest form, eight of them where the address is complete. */
function groupsOf(clientIp: string): string[] {
  const [head = "", tail = ""] = clientIp.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = clientIp.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** Groups a client's IP addresses: IPv6 by /64, IPv4 each. */
export function clientKeyOf(clientIp: string): string {
  const mapped = MAPPED.exec(clientIp);
  if (mapped) return mapped[1] ?? toIPv4(mapped[2] ?? "", mapped[3] ?? "");
  if (!clientIp.includes(":")) return clientIp;
  return groupsOf(clientIp).slice(0, 4).join(":");
}

/** The network block of a client, as one party rents it: IPv6 by /48, IPv4 by /24. */
export function networkBlockOf(clientIp: string): string {
  const key = clientKeyOf(clientIp);
  if (key.includes(":")) return key.split(":").slice(0, 3).join(":");
  return key.split(".").slice(0, 3).join(".");
}
