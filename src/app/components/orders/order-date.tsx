import { formatDay } from "#core/georgetown-time.ts";

/** "20 Nov 2026" in Georgetown, as on the invoice and in emails; stable for hydration. */
export function OrderDate({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatDay(new Date(iso))}</time>;
}
