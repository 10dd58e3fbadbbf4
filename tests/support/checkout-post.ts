export const CHECKOUT_POST = "/checkout.data";

export function checkoutFields(fields: {
  items: readonly unknown[];
  [name: string]: unknown;
}): Record<string, string> {
  const { items, ...texts } = fields;
  const given = Object.entries(texts).filter(([, value]) => value !== null && value !== undefined);
  return {
    items: JSON.stringify(items),
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  };
}

export function checkoutBody(fields: Parameters<typeof checkoutFields>[0]): string {
  return String(new URLSearchParams(checkoutFields(fields)));
}

/** A flat list of values that refer to each other. */
export function readActionData(text: string): Record<string, unknown> {
  const values: unknown[] = JSON.parse(text.split("\n")[0] ?? "[]");
  const read = (index: number): unknown => {
    const value = index < 0 ? null : values[index];
    if (Array.isArray(value)) return value.map((each) => read(Number(each)));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [
        String(values[Number(key.slice(1))]),
        read(Number(held)),
      ]),
    );
  };
  const { data } = read(0) as { data?: unknown };
  return (data ?? {}) as Record<string, unknown>;
}
