import { normalizeNewlines } from "./submitted-text.ts";

/** JSON for comparing records: sorted names (Postgres and Zod order differently) and LF (browsers post CRLF). */
export function canonicalJson(value: unknown): string {
  const json = JSON.stringify(value, (_name, held) => {
    if (typeof held === "string") return normalizeNewlines(held);
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
    return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return json ?? "null";
}
