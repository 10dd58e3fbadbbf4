import { formatDay } from "#core/georgetown-time.ts";

/** Writes "20 November 2026" in Georgetown, as on the invoice and in emails; hydration renders the same. */
export function OrderDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(new Date(iso))}</time>;
}
