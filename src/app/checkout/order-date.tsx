import { useHydrated } from "#ui/hydration.ts";

/** The shop's own day until the page runs, then the reader's (both in words, so that they cannot be misread). */
export function OrderDate({ iso }: { iso: string }) {
  const zone = useHydrated() ? {} : { timeZone: "America/Guyana" };
  const locale = useHydrated() ? undefined : "en-US";
  const words = new Date(iso).toLocaleDateString(locale, { dateStyle: "long", ...zone });
  return <time dateTime={iso}>{words}</time>;
}
