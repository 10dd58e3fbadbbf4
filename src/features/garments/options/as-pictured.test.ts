import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { choiceInText, picturedWarnings, warningText } from "./as-pictured.ts";
import type { OptionChoice, OptionGroup } from "./made-to-measure-terms.ts";

const choice = (name: string, changes: Partial<OptionChoice> = {}): OptionChoice => ({
  id: name,
  name,
  description: "",
  imageId: null,
  price: money(0),
  cloth: null,
  isPictured: false,
  style: null,
  ...changes,
});
const group = (name: string, choices: OptionChoice[]): OptionGroup => ({
  id: name,
  name,
  kind: "choice",
  required: true,
  choices,
});
const options = (name: string, ...names: string[]) =>
  group(
    name,
    names.map((each) => choice(each)),
  );

const LENGTH = options("Length", "Knee", "Midi", "Floor");
const LAPEL = options("Lapel", "Notch", "Peak", "Shawl");

test.each([
  [LAPEL, "Peak lapels and a fine pale stripe", "Peak"],
  [LAPEL, "One button, a long notch lapel", "Notch"],
  [LAPEL, "Jacket with notch or peak lapels", "Peak"],
  [LAPEL, "A jacket for the peak of the season", undefined],
  [LENGTH, "Floor-length pearl satin gown", "Floor"],
  [LENGTH, "one long unbroken line to the floor", "Floor"],
  [LENGTH, "to the knee, or to the floor", undefined],
  [LENGTH, "lined above the floor", undefined],
  [options("Neckline", "V", "Boat"), "The V neckline is held by slim straps", "V"],
  [options("Buttons", "Gilt", "Brown horn"), "three gilt buttons", "Gilt"],
  [options("Collar", "Classic", "Band"), "Band collar, open neck", "Band"],
])("the text names a choice of %o only beside its option: %s", (option, text, named) => {
  expect(choiceInText(option, text)?.name).toBe(named);
});

test("an owner reads which options do not start as pictured, and why", () => {
  const satin = { id: "satin", name: "Satin", colorHex: "", isAvailable: false };
  const groups = [
    LENGTH,
    group("Cloth", [choice("Linen"), choice("Satin", { cloth: satin, isPictured: true })]),
    options("Vents", "None", "Two"),
    group("Lapel", [choice("Notch", { isPictured: true }), choice("Peak")]),
    options("Slit", "None"),
  ];
  expect(picturedWarnings(groups, "A floor-length gown.").map(warningText)).toEqual([
    "Length starts with Knee, and the text of this product says Floor.",
    "Cloth starts with Linen: Satin, as pictured, cannot be ordered now.",
    "Nobody has said what the images show of Vents. It starts with None.",
  ]);
});
