/**
 * "12,500" of 12500, "-1,250.5" of -1250.5, "5.00" of the text "5.00"; without Intl, so that server and browsers write
 * the same.
 */
export function formatNumber(value: number | string): string {
  const [whole = "", fraction] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Writes "75 %" with a blank that no line breaks at. */
export const formatPercent = (percent: number): string => `${percent}\u00A0%`;

/** Writes a count as "1 product" or "12 products". */
export function countLabel(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
