import { join } from "node:path";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import type { Transaction } from "#db/client.server.ts";
import {
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import { productPatterns } from "#db/schema/patterns.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { moveClothStock } from "#features/catalog/inventory/stock-ledger.server.ts";
import { isEffectKey } from "#features/garments/options/effect-key.ts";
import type { OptionKind } from "#features/garments/options/option-kind.ts";
import { OPTION_KIND_NAMES } from "#features/garments/options/option-kind.ts";
import { isComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { DemoImage } from "./demo-catalogue.server.ts";
import { imageSchema, readDemo } from "./demo-catalogue.server.ts";

const MEASUREMENT_NAMES = Object.keys(MEASUREMENTS) as [MeasurementName, ...MeasurementName[]];

const choiceSchema = z.object({
  name: z.string().min(1),
  description: z.string().default(""),
  /** The image file is option-{image}.webp. */
  image: z.string().min(1),
  priceMinor: z.number().int(),
  cloth: z.string().optional(),
  /** What it changes on the pattern; of a cloth it is not asked. */
  effect: z.string().refine(isEffectKey).nullable().default(null),
  effectNote: z.string().default(""),
});

const groupSchema = z.object({
  name: z.string().min(1),
  kind: z.enum(OPTION_KIND_NAMES),
  required: z.boolean(),
  choices: z.array(choiceSchema).min(1),
});

const termsSchema = z.object({
  surchargeMinor: z.number().int().optional(),
  extraDays: z.number().int().optional(),
  clothLengthMm: z.number().int().optional(),
  monogram: z.boolean().optional(),
  /** Of a garment that needs fewer than its type, such as a gown without sleeves. */
  measurements: z.array(z.enum(MEASUREMENT_NAMES)).optional(),
  /** Names of `groups`; without them a product has those of its garment type. */
  groups: z.array(z.string()).optional(),
  /** What the images show: the choice by the name of its group. */
  pictured: z.record(z.string(), z.string()).optional(),
});

const optionsSchema = z.object({
  cloths: z.array(
    z.object({
      key: z.string(),
      name: z.string().min(1),
      composition: z.string(),
      origin: z.string(),
      description: z.string(),
      colorHex: z.string(),
      widthMm: z.number().int(),
      /** Across; 0 of woven cloth without elastane. */
      stretchPercent: z.number().int().min(0),
      isOneWay: z.boolean().default(false),
      lengthMm: z.number().int(),
      lowStockMm: z.number().int(),
    }),
  ),
  groups: z.record(z.string(), groupSchema),
  garments: z.record(z.string(), termsSchema),
  products: z.record(z.string(), termsSchema),
  /** Names of the pattern table by product; without an entry the garment type decides. */
  patterns: z.record(z.string(), z.array(z.string().refine(isComponentName)).min(1)),
});

type Terms = z.infer<typeof termsSchema>;

/** The made-to-measure options of the demo with their images. */
export type DemoOptions = z.infer<typeof optionsSchema> & { images: DemoImage[] };

/** Reads demo/made-to-measure.json. Throws AppError('configuration') with file and reason. */
export async function readDemoOptions(directory: string): Promise<DemoOptions> {
  const [options, images] = await Promise.all([
    readDemo(join(directory, "made-to-measure.json"), optionsSchema),
    readDemo(join(directory, "images", "options.json"), z.array(imageSchema)),
  ]);
  return { ...options, images: images.map((image) => ({ ...image, focal: { x: 0.5, y: 0.5 } })) };
}

type Ids = ReadonlyMap<string, string>;

/** Throws AppError('configuration') when the demo names what it does not have. */
function idOf(ids: Ids, name: string): string {
  const id = ids.get(name);
  if (id === undefined) {
    throw new AppError("configuration", `Demo catalogue: made-to-measure.json: no ${name}`);
  }
  return id;
}

const imageOf = (mediaIds: Ids, name: string) => idOf(mediaIds, `option-${name}.webp`);

async function insertCloths(tx: Transaction, demo: DemoOptions, mediaIds: Ids): Promise<Ids> {
  const rows = demo.cloths.map((cloth) => ({ id: newId(), ...cloth }));
  await tx
    .insert(cloths)
    .values(
      rows.map(({ key, lengthMm: _, ...row }) => ({ ...row, mediaId: imageOf(mediaIds, key) })),
    );
  await moveClothStock(
    tx,
    rows.map(({ id, lengthMm }) => ({ clothId: id, kind: "received", quantity: lengthMm })),
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

type Choice = z.infer<typeof choiceSchema>;

/** A group of a subject with the id of each of its rows. */
type GroupRows = {
  key: string;
  group: { id: string; name: string; kind: OptionKind; required: boolean };
  choices: (Choice & { id: string })[];
};

/**
 * The options of a garment or a product, as rows of their own. What a product's images show costs nothing more, so that the prices of
 * its own options count from the garment as pictured.
 */
function groupRows(demo: DemoOptions, { groups = [], pictured = {} }: Terms): GroupRows[] {
  return groups.map((key) => {
    const known = demo.groups[key];
    if (!known)
      throw new AppError("configuration", `Demo catalogue: made-to-measure.json: no ${key}`);
    const { choices, ...group } = known;
    const shown = choices.find(({ name }) => name === pictured[key])?.priceMinor ?? 0;
    return {
      key,
      group: { id: newId(), ...group },
      choices: choices.map((choice) => ({
        ...choice,
        id: newId(),
        priceMinor: choice.priceMinor - shown,
      })),
    };
  });
}

/** Throws AppError('configuration') for a choice that the options do not have. */
function picturedIds(options: readonly GroupRows[], { pictured }: Terms): string[] | null {
  if (!pictured) return null;
  const ids = new Map(
    options.flatMap(({ choices, key }) => choices.map(({ id, name }) => [`${key}: ${name}`, id])),
  );
  return Object.entries(pictured).map(([key, name]) => idOf(ids, `${key}: ${name}`));
}

/**
 * Adds cloth, terms, options and entries of the pattern table. Group names of a garment and of a product lead to rows of their own, as if the owner had
 * entered them.
 */
export async function insertOptions(
  tx: Transaction,
  demo: DemoOptions,
  products: { mediaIds: Ids; productIds: Ids; garmentTypes: Ids },
): Promise<void> {
  const { garmentTypes, mediaIds, productIds } = products;
  await tx.insert(productPatterns).values(
    Object.entries(demo.patterns).map(([slug, components]) => {
      return { productId: idOf(productIds, slug), components };
    }),
  );
  const clothIds = await insertCloths(tx, demo, mediaIds);
  const ofGarments = Object.entries(demo.garments).map(([garment, terms]) => {
    return { id: newId(), garment, productId: null, terms, options: groupRows(demo, terms) };
  });
  const ofProducts = Object.entries(demo.products).map(([slug, terms]) => {
    const productId = idOf(productIds, slug);
    return { id: newId(), garment: null, productId, terms, options: groupRows(demo, terms) };
  });
  const optionsOfType = (slug: string) =>
    ofGarments.find(({ garment }) => garment === garmentTypes.get(slug))?.options ?? [];
  const slugs = Object.keys(demo.products);
  await tx.insert(madeToMeasureTerms).values([
    ...ofGarments.map((subject) => toTermsRow(subject, subject.options)),
    ...ofProducts.map((subject, index) => {
      const own = subject.terms.groups ? subject.options : optionsOfType(slugs[index] ?? "");
      return toTermsRow(subject, own);
    }),
  ]);
  const rows = [...ofGarments, ...ofProducts].flatMap(({ id: termsId, options }) =>
    options.map((option, position) => ({ ...option, termsId, position })),
  );
  await tx
    .insert(optionGroups)
    .values(rows.map(({ group, position, termsId }) => ({ ...group, position, termsId })));
  await tx.insert(optionChoices).values(
    rows.flatMap(({ choices, group }) =>
      choices.map(({ image, cloth, ...choice }, position) => ({
        ...choice,
        groupId: group.id,
        position,
        mediaId: imageOf(mediaIds, image),
        clothId: cloth === undefined ? null : idOf(clothIds, cloth),
      })),
    ),
  );
}

type Subject = { id: string; garment: string | null; productId: string | null; terms: Terms };

/** `options`: those that the subject has, of its own or of its garment type. */
function toTermsRow({ garment, id, productId, terms }: Subject, options: readonly GroupRows[]) {
  const { groups, pictured: _, ...fields } = terms;
  const ownOptions = productId !== null && groups !== undefined;
  return { id, garment, productId, ...fields, ownOptions, pictured: picturedIds(options, terms) };
}
