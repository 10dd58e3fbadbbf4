/** A page's one address: the path and those parameters that choose what it shows, in the order given; defaults are left out as null. */
export function canonicalUrl(
  publicUrl: string,
  path: string,
  parameters: Readonly<Record<string, string | number | null>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return `${publicUrl}${path}${text === "" ? "" : `?${text}`}`;
}
