import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";

/** The guide is open, at this measurement or at what is missing. In the fragment, so that Back closes it. */
export type GuideView = { readonly startWith: MeasurementName | null };

const GUIDE = "#measuring";

export function guideHash(startWith?: MeasurementName): string {
  return startWith ? `${GUIDE}-${startWith}` : GUIDE;
}

/** Null for any other fragment. */
export function parseGuideHash(hash: string): GuideView | null {
  if (hash === GUIDE) return { startWith: null };
  const name = hash.startsWith(`${GUIDE}-`) ? hash.slice(GUIDE.length + 1) : "";
  return isMeasurementName(name) ? { startWith: name } : null;
}
