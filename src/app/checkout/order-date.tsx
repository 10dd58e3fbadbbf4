import { useHydrated } from "#ui/hydration.ts";

/** The reader's form of English dates; readers of other languages see the one that puts the day first. */
const readerLocale = () =>
  navigator.languages.find((language) => /^en\b/.test(language)) ?? "en-GB";

/** The date in the shop's time zone until the script runs, then in the reader's. */
export function OrderDate({ iso }: { iso: string }) {
  const isHydrated = useHydrated();
  const zone = isHydrated ? {} : { timeZone: "America/Guyana" };
  const locale = isHydrated ? readerLocale() : "en-US";
  const text = new Date(iso).toLocaleDateString(locale, { dateStyle: "long", ...zone });
  return <time dateTime={iso}>{text}</time>;
}
