import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { sizeLabel, sizePhrase } from "#features/catalog/products/product.ts";

/** The cloth of a made-to-measure line whose image shows another one. It is stored with the choice of the cloth. */
export type ClothSwatch = {
  /** The image of the swatch; null where the owner has none. */
  readonly imageId: string | null;
  /** #RRGGBB, or "" when it was not entered. */
  readonly colorHex: string;
  /** The name of the color that the line's image shows: "" where it has none, null where it is the color of the cloth. */
  readonly shows: string | null;
};

/** One answer to a question about a garment, such as the lapel. */
export type LineOption = {
  readonly group: string;
  readonly choice: string;
  /** Of a cloth that the image of the line does not show. */
  readonly swatch?: ClothSwatch | undefined;
};

/** What a made-to-measure line has beside its options: whose it is, and what the wearer chose about it. Nothing in it was measured. */
export type LineWearer = {
  /** "" where nobody is named. */
  readonly wearer: string;
  /** "close", "regular" or "easy"; "" where none was chosen. */
  readonly fitName: string;
  /** "" without one. */
  readonly monogram: string;
};

/** Of a line that was ordered without measurements, or before they were stored with it. */
export const NO_WEARER: LineWearer = { wearer: "", fitName: "", monogram: "" };

/**
 * What is said of a line of a cart or an order wherever it is named: on pages, in emails, on the documents of the atelier and in the
 * shipment. Each of them derives its words from this one structure, so that none leaves anything out.
 */
export type DescribedLine = {
  readonly productName: string;
  readonly size: string;
  /** Of the chosen cloth, else the color that was chosen; "" without one (`lineColor`). */
  readonly colorName: string;
  readonly madeToMeasure: boolean;
  /** Of a line that is made to measure with measurements. */
  readonly fit?: (LineWearer & { readonly options: readonly LineOption[] }) | null | undefined;
};

/** What describes a line, without anything else that a reader of the line has. */
export const descriptionOf = (line: DescribedLine): DescribedLine => ({
  productName: line.productName,
  size: line.size,
  colorName: line.colorName,
  madeToMeasure: line.madeToMeasure,
  fit: line.fit,
});

/** One thing that is said of a line. */
export type LineFact = { readonly label: string; readonly text: string };

/** "Cloth: Silk". */
export const optionLabels = (options: readonly LineOption[]): readonly string[] =>
  options.map(({ choice, group }) => `${group}: ${choice}`);

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** "Kaieteur Gown for Grace": what a line is called in titles, subjects and sentences, so that two lines that differ by their wearer do not look alike. */
export function lineName({ fit, productName }: Pick<DescribedLine, "productName" | "fit">): string {
  return nameForWearer(productName, fit?.wearer ?? "");
}

/** The same of a product and a wearer; the product alone where nobody is named. */
export function nameForWearer(productName: string, wearer: string): string {
  return wearer === "" ? productName : `${productName} for ${wearer}`;
}

/** The color beside the options; "" without one, and where the chosen cloth has its name already. */
export function colorBeside({ colorName, fit }: Pick<DescribedLine, "colorName" | "fit">): string {
  return (fit?.options ?? []).some(({ choice }) => choice === colorName) ? "" : colorName;
}

/** Of the fact that names the wearer; lists below a name that has the wearer leave it out. */
export const WEARER_LABEL = "For";

/** The garment alone, for a list beside one that says whose it is, how it fits and its monogram. */
export const withoutWearer = (line: DescribedLine): DescribedLine => ({
  ...line,
  fit: line.fit && { ...NO_WEARER, options: line.fit.options },
});

/** Everything but the product, in the order in which it is read. */
export function lineFacts(line: DescribedLine): readonly LineFact[] {
  const { fit, size } = line;
  const facts = [
    { label: WEARER_LABEL, text: fit?.wearer ?? "" },
    { label: "Size", text: size },
    { label: "Color", text: colorBeside(line) },
    ...(fit?.options ?? []).map(({ choice, group }) => ({ label: group, text: choice })),
  ].filter(({ text }) => text !== "");
  return [...facts, ...(fit ? wornFacts(fit) : [])];
}

/** "Fit: Regular", "Monogram: R.S.". */
export const wornLabels = (worn: LineWearer): readonly string[] =>
  wornFacts(worn).map(({ label, text }) => `${label}: ${text}`);

/** Fit and monogram, where there are any. */
function wornFacts({ fitName, monogram }: LineWearer): readonly LineFact[] {
  const facts = [
    { label: "Fit", text: capitalized(fitName) },
    { label: "Monogram", text: monogram },
  ];
  return facts.filter(({ text }) => text !== "");
}

/** What follows size and color: "Cloth: Silk", "Fit: Regular", "Monogram: R.S.". */
export function fitLabels({ fit }: Pick<DescribedLine, "fit">): readonly string[] {
  if (!fit) return [];
  return [...optionLabels(fit.options), ...wornLabels(fit)];
}

/** "Size Custom, Navy": what pages show directly below the name. */
export function sizeAndColor(line: DescribedLine): readonly string[] {
  return [sizeLabel(line.size), ...[colorBeside(line)].filter(Boolean)];
}

/** "Size Custom", "Navy", "Made to measure", "Cloth: Silk" and so on: everything beside the name, for one row of a document or an email. */
export function lineDetails(line: DescribedLine): readonly string[] {
  const made = line.madeToMeasure ? ["Made to measure"] : [];
  return [...sizeAndColor(line), ...made, ...fitLabels(line)];
}

/** "size Custom, Navy, Cloth: Silk" without its first word: what follows the name in a list of an email. */
export function sizeText(line: DescribedLine): string {
  return [line.size, colorBeside(line), ...fitLabels(line)].filter(Boolean).join(", ");
}

/** "2 × Kaieteur Gown for Grace, size Custom, Navy": an item within a list of a return, a shipment or a refund. */
export function itemText(line: DescribedLine, quantity: number): string {
  return `${quantity} × ${lineName(line)}, ${sizePhrase(sizeText(line))}`;
}

/** A color as it is stored with a line: its name and its #RRGGBB. */
export type LineColor = { readonly name: string; readonly hex: string };

/**
 * The color of a garment. A cloth from stock names it and gives its swatch, so that color and cloth cannot disagree; the cloth of the
 * pictures is the one in the color that was chosen.
 */
export function lineColor(chosen: LineColor, cloth: LineColor | null): LineColor {
  return cloth ?? chosen;
}

/** What the price of one garment is made of. */
export type PriceParts = {
  readonly unitPrice: MoneyAmount;
  readonly surcharge: MoneyAmount;
  readonly options: readonly (LineOption & { readonly price: MoneyAmount })[];
};

/** A part of the price, and what it adds; negative parts make the garment cheaper. */
export type PricePart = { readonly label: string; readonly amount: MoneyAmount };

/**
 * The parts of a price, which add up to it: the garment itself, making it to measure, and every choice that costs more or less. A
 * garment that costs nothing has none.
 */
export function priceParts({ options, surcharge, unitPrice }: PriceParts): readonly PricePart[] {
  if (unitPrice.minorUnits === 0) return [];
  const { currency } = unitPrice;
  const priced = options.filter(({ price }) => price.minorUnits !== 0);
  const added = priced.reduce((sum, { price }) => sum + price.minorUnits, surcharge.minorUnits);
  const parts = [
    { label: "Garment", amount: money(unitPrice.minorUnits - added, currency) },
    { label: "Made to measure", amount: surcharge },
    ...priced.map(({ choice, group, price }) => {
      return { label: `${group}: ${choice}`, amount: price };
    }),
  ];
  return parts.filter(({ amount }) => amount.minorUnits !== 0);
}

/** "+$40.00", "−$20.00"; "" for a choice that costs nothing more. */
export function differenceText(amount: MoneyAmount): string {
  if (amount.minorUnits === 0) return "";
  const shown = formatMoney(money(Math.abs(amount.minorUnits), amount.currency));
  return `${amount.minorUnits > 0 ? "+" : "−"}${shown}`;
}
