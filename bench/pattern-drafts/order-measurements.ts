import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { Design } from "#features/body/measurement/required-measurements.ts";
import {
  DESIGN_MEASUREMENTS,
  measurementSetOf,
} from "#features/body/measurement/required-measurements.ts";
import type { DraftPerson } from "./people.ts";

/** What a customer orders when a design is drafted, as the catalog calls it. */
const GARMENT_OF: Readonly<Record<string, string>> = {
  simon: "shirt",
  simone: "shirt",
  teagan: "top",
  jaeger: "jacket",
  wahid: "waistcoat",
  carlton: "outerwear",
  carlita: "outerwear",
  charlie: "pants",
  titan: "pants",
  penelope: "skirt",
  sandy: "skirt",
  bibi: "dress",
  bella: "dress",
  noble: "dress",
  trayvon: "accessory",
  benjamin: "accessory",
};

const isDesign = (name: string): name is Design => Object.hasOwn(DESIGN_MEASUREMENTS, name);

/**
 * What an order for these designs holds of a person: only what the shop asks for with the garment, in whole millimetres and degrees,
 * as a tape and a form give it.
 */
export function heldByOrder(
  designs: readonly string[],
  { bmi, heightMm, measurements }: Pick<DraftPerson, "bmi" | "heightMm" | "measurements">,
): Readonly<Record<string, number>> {
  const known: Readonly<Record<string, number>> = {
    ...measurements,
    height: heightMm,
    weight: bmi * (heightMm / 1_000) ** 2 * 1_000,
  };
  const garment = GARMENT_OF[designs[0] ?? ""] ?? "other";
  const { optional = [], required = [] } =
    measurementSetOf(garment, designs.filter(isDesign)) ?? {};
  return Object.fromEntries(
    [...required, ...optional].flatMap((name) => {
      const value = isMeasurementName(name) ? known[name] : undefined;
      return value === undefined ? [] : [[name, Math.round(value)]];
    }),
  );
}
