import { useHydrated } from "#ui/hydration.ts";

/** Languages other than English use the day-first form. */
const readerLocale = () =>
  navigator.languages.find((language) => /^en\b/.test(language)) ?? "en-GB";

/** Uses the shop's time zone until the script runs, then the reader's. */
export function OrderDate({ iso }: { iso: string }) {
  const isHydrated = useHydrated();
  const zone = isHydrated ? {} : { timeZone: "America/Guyana" };
  const locale = isHydrated ? readerLocale() : "en-US";
  const text = new Date(iso).toLocaleDateString(locale, { dateStyle: "long", ...zone });
  return <time dateTime={iso}>{text}</time>;
}
