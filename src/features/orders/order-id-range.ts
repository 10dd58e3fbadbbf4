function asUuid(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/**
 * The first and the last id that an order number or its beginning can mean, so that the search uses the key's own index; null
 * when the text is no order number. The ellipsis that the shop writes behind the number, and a # before it, may be typed or not.
 */
export function orderIdRange(search: string): { first: string; last: string } | null {
  const hex = search
    .toLowerCase()
    .replace(/^#/, "")
    .replace(/(…|\.{3})$/, "")
    .replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(hex)) return null;
  return { first: asUuid(hex.padEnd(32, "0")), last: asUuid(hex.padEnd(32, "f")) };
}
