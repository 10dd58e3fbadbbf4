import { asc, eq } from "drizzle-orm";
import { cloths } from "#db/schema/atelier.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { isOrderable } from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { integerBelow, seededRandom } from "../../../scripts/body-model/random.ts";
import { DRESS_BODY, SUIT_BODY } from "../browser/measured-person.ts";
import { currentShop } from "../shop/current-shop.ts";
import type { ShownPage } from "./shown-page.ts";
import type { Visitor } from "./visitor.ts";

/** What one line was ordered with, told without the product's code: only what was entered into the page's form. */
export type EnteredLine = {
  productName: string;
  wearer: string;
  /** Of the chosen cloth from stock, else the chosen color; "" of a product without colors. */
  color: string;
  /** The color that a cloth replaced, which nothing may name any more; "" where it is the color or a part of another word. */
  replaced: string;
  options: readonly { group: string; choice: string }[];
  fit: string;
  monogram: string;
};

/** Names as letters of several languages write them. */
const WEARERS = [
  "Grace",
  "Núria d'Àvila",
  "Łukasz",
  "Анна",
  "Ōta Mizuki",
  "Şirin",
  "Nguyễn Hương",
  "Θάλεια",
  "محمد",
  "श्रीकान्त",
  "さくら",
] as const;

const FITS = ["close", "regular", "easy"] as const;
const MONOGRAMS = ["", "R.S.", "ŁŻ", "AP", "ΘΨ"] as const;

type Chance = {
  one<Item>(items: readonly Item[]): Item;
};

/** The same choices for the same seed. */
function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return {
    one(items) {
      const item = items[integerBelow(items.length, random)];
      if (item === undefined) throw new Error("There is nothing to choose from");
      return item;
    },
  };
}

/** Cloth for two garments of any product arrives before each order, so that no roll ends within many orders. */
const TWO_GARMENTS_MM = 20_000;

async function findProduct(chance: Chance) {
  return currentShop().inDatabase(async (db) => {
    const rows = await db
      .selectDistinct({
        id: products.id,
        name: products.name,
        gender: products.gender,
        colors: products.colors,
      })
      .from(products)
      .innerJoin(productVariants, eq(productVariants.productId, products.id))
      .where(eq(productVariants.size, "Custom"))
      .orderBy(asc(products.name));
    const product = chance.one(rows);
    const terms = await findTermsOfProduct(db, product.id);
    if (!terms?.isOffered) throw new Error(`${product.name} is not made to measure`);
    const stock = await db.select({ id: cloths.id }).from(cloths);
    const received = stock.map(({ id }) => ({
      clothId: id,
      quantity: TWO_GARMENTS_MM,
      kind: "received" as const,
    }));
    await db.insert(stockMovements).values(received);
    return { product, terms, stock: new Set(stock.map(({ id }) => id)) };
  });
}

type Unit = "cm" | "inches";

/** Millimetres and grams as they are typed in a unit; degrees have none. */
function entryOf(name: MeasurementName, value: number, unit: Unit): string {
  const { kind } = MEASUREMENTS[name];
  if (kind === "angle") return String(value);
  const metric = value / (kind === "weight" ? 1_000 : 10);
  if (unit === "cm") return String(metric);
  return (kind === "weight" ? metric * 2.204_62 : metric / 2.54).toFixed(2);
}

const WOMAN: Partial<Record<MeasurementName, number>> = { ...SUIT_BODY, ...DRESS_BODY };
const MAN: Partial<Record<MeasurementName, number>> = { ...DRESS_BODY, ...SUIT_BODY };

/** The readings of a body as the form without JavaScript sends them, each kept as it is. */
function readingsOf(names: readonly MeasurementName[], gender: string, unit: Unit) {
  const body = gender === "female" ? WOMAN : MAN;
  const fields: Record<string, string> = { unit };
  for (const name of names) {
    const value = body[name];
    if (value === undefined) throw new Error(`The body has no ${name}`);
    const text = entryOf(name, value, unit);
    fields[`reading-${name}-0`] = text;
    fields[`reading-${name}-1`] = text;
    fields[`keep-${name}`] = `${text} ${text}`;
  }
  return fields;
}

/**
 * Puts a random made-to-measure garment into the cart twice, for two people and otherwise alike, by the form of its page without
 * JavaScript. Returns the cart and what was entered.
 */
export async function fillCart(visitor: Visitor, seed: number) {
  const chance = chanceOf(seed);
  const { product, stock, terms } = await findProduct(chance);
  const color = product.colors.length > 0 ? chance.one(product.colors) : null;
  const chosen = terms.groups.flatMap((group) => {
    const choices = group.choices.filter(isOrderable);
    const offered = group.required ? choices : [...choices, null];
    const choice = chance.one(offered);
    return choice ? [{ group, choice }] : [];
  });
  const cloth = chosen.find(
    ({ choice, group }) => group.kind === "cloth" && stock.has(choice.cloth?.id ?? ""),
  );
  const options = chosen.map(({ choice, group }) => ({ group: group.name, choice: choice.name }));
  const fit = chance.one(FITS);
  const monogram = terms.hasMonogram ? chance.one(MONOGRAMS) : "";
  const unit = chance.one(["cm", "inches"] as const);
  const first = chance.one(WEARERS);
  const wearers = [first, chance.one(WEARERS.filter((name) => name !== first))];
  const said = [product.name, ...options.map(({ choice }) => choice)].join(" ");
  const isReplaced = cloth && color && !said.includes(color.name);
  const query = color ? `?${new URLSearchParams({ color: color.name })}` : "";
  const lines: EnteredLine[] = [];
  let cart: ShownPage | null = null;
  for (const wearer of wearers) {
    cart = await visitor.send(`/product/${product.id}/made-to-measure${query}`, {
      intent: "plain",
      person: wearer,
      fit,
      monogram,
      remarks: "",
      ...readingsOf(terms.measurements.required, product.gender ?? "", unit),
      ...Object.fromEntries(chosen.map(({ choice, group }) => [`choice-${group.id}`, choice.id])),
    });
    if (cart.url.pathname !== "/cart/simple") throw new Error(`Not added: ${cart.text}`);
    lines.push({
      productName: product.name,
      wearer,
      color: cloth ? cloth.choice.name : (color?.name ?? ""),
      replaced: isReplaced ? color.name : "",
      options,
      fit: `${fit.slice(0, 1).toUpperCase()}${fit.slice(1)}`,
      monogram,
    });
  }
  if (!cart) throw new Error("The cart was not filled");
  return { cart, lines };
}
