import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";

/**
 * Where people give the size of a body in inches and buy tapes that show them first: the United States with its territories, Liberia
 * and Myanmar by law; the United Kingdom, Canada, Guyana and the English-speaking Caribbean by the habit of their tailors.
 */
const IN_INCHES = new Set(
  "US AS GU MP PR UM VI LR MM GB CA GY AG AI BB BM BS BZ DM GD JM KN KY LC MS TC TT VC VG".split(
    " ",
  ),
);

/** The unit in which people of a country (ISO 3166-1 alpha-2) measure themselves, until they choose one. */
export function unitOfCountry(country: string): ChartUnit {
  return IN_INCHES.has(country) ? "inches" : "cm";
}
