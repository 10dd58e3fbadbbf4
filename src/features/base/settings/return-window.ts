/** Days, for ready-to-wear, until the owner changes it (specification 9). */
export const RETURN_WINDOW_DAYS = 30;

/** The settings that returns depend on. */
export type ReturnTerms = { readonly returnWindowDays: number };

/** Writes '30 days'. */
export function returnWindowLabel({ returnWindowDays }: ReturnTerms): string {
  return returnWindowDays === 1 ? "1 day" : `${returnWindowDays} days`;
}
