import { useHydrated } from "#ui/hydration.ts";

/** The date in the shop's time zone until the script runs, then in the reader's. */
export function OrderDate({ iso }: { iso: string }) {
  const zone = useHydrated() ? {} : { timeZone: "America/Guyana" };
  const locale = useHydrated() ? undefined : "en-US";
  const text = new Date(iso).toLocaleDateString(locale, { dateStyle: "long", ...zone });
  return <time dateTime={iso}>{text}</time>;
}
