import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import { parseMoney } from "#core/money-amount.ts";

const priceSchema = z.string().transform((text, context) => {
  const amount = parseMoney(text);
  if (amount) return amount.minorUnits;
  context.addIssue({ code: "custom", message: `not a price: ${text}` });
  return z.NEVER;
});

const rowSchema = z.object({
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string().min(1),
  category: z.string().min(1),
  gender: z.enum(["female", "male", "unisex"]),
  garment_type: z.string().min(1),
  price_usd: priceSchema,
});

const copySchema = z.record(
  z.string(),
  z.object({
    description: z.string().min(1),
    materials: z.string(),
    care: z.string(),
    colors: z.array(z.object({ hex: z.string().regex(/^#[0-9A-F]{6}$/), name: z.string().min(1) })),
  }),
);

const categorySchema = z.object({
  name: z.string().min(1),
  description: z.string(),
  isSystem: z.boolean(),
});

export const imageSchema = z.object({
  file: z.string().regex(/^[a-z0-9-]+\.webp$/),
  /** The product and the color of an image. */
  slug: z.string().optional(),
  color: z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .optional(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  alt: z.string().min(1),
});

const focalSchema = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
const listingSchema = z.object({
  newestFirst: z.array(z.string()),
  featured: z.array(z.string()),
  focalPoints: z.record(z.string(), focalSchema),
});

/** `file` is under demo/images. */
export type DemoImage = z.infer<typeof imageSchema> & { focal: { x: number; y: number } };

/** Primary image first; minor units of USD. */
type DemoProduct = {
  slug: string;
  name: string;
  category: string;
  gender: "female" | "male" | "unisex";
  garmentType: string;
  priceMinor: number;
  description: string;
  materials: string;
  care: string;
  colors: { hex: string; name: string }[];
  featured: boolean;
  images: DemoImage[];
};

/** Newest products first. */
export type DemoCatalogue = {
  categories: (z.infer<typeof categorySchema> & { image: DemoImage | null })[];
  products: DemoProduct[];
  heroes: { pageName: string; image: DemoImage }[];
};

/** Reads and checks one file of the demo folder. Throws AppError('configuration') with file and reason. */
export async function readDemo<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new AppError("configuration", `Demo catalogue: ${path} cannot be read`, { cause });
  });
  const content: unknown = path.endsWith(".csv")
    ? parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true })
    : JSON.parse(text);
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new AppError("configuration", `Demo catalogue: ${path}: ${z.prettifyError(parsed.error)}`);
}

/** "Women's Accessories" is womens-accessories. */
function fileWord(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("'", "")
    .replace(/[^a-z0-9]+/g, "-");
}

async function readImages(
  directory: string,
  focalPoints: z.infer<typeof listingSchema>["focalPoints"],
) {
  const lists = await Promise.all(
    ["garments.json", "still.json"].map((file) =>
      readDemo(join(directory, "images", file), z.array(imageSchema)),
    ),
  );
  const images = lists.flat().map((image) => ({
    ...image,
    focal: focalPoints[image.file] ?? { x: 0.5, y: 0.5 },
  }));
  return new Map<string, DemoImage>(images.map((image) => [image.file, image]));
}

/** Reads the demo folder. Throws AppError('configuration') with file and reason. */
export async function readDemoCatalogue(directory: string): Promise<DemoCatalogue> {
  const [rows, copy, categories, listing] = await Promise.all([
    readDemo(join(directory, "catalogue.csv"), z.array(rowSchema)),
    readDemo(join(directory, "copy.json"), copySchema),
    readDemo(join(directory, "categories.json"), z.array(categorySchema)),
    readDemo(join(directory, "shelf.json"), listingSchema),
  ]);
  const images = await readImages(directory, listing.focalPoints);
  const rankOf = new Map(listing.newestFirst.map((slug, rank) => [slug, rank]));
  const rank = (slug: string) => rankOf.get(slug) ?? rankOf.size;

  const products = rows
    .toSorted((a, b) => rank(a.slug) - rank(b.slug))
    .map(({ garment_type: garmentType, price_usd: priceMinor, ...row }) => {
      const messages = copy[row.slug];
      if (!messages)
        throw new AppError("configuration", `Demo catalogue: no words for ${row.slug}`);
      const featured = listing.featured.includes(row.slug);
      return {
        ...row,
        garmentType,
        priceMinor,
        ...messages,
        featured,
        images: [...images.values()].filter(({ slug }) => slug === row.slug),
      };
    });
  return {
    products,
    categories: categories.map((category) => ({
      ...category,
      image: images.get(`category-${fileWord(category.name)}.webp`) ?? null,
    })),
    heroes: [...images.values()]
      .filter((image) => image.file.startsWith("hero-"))
      .map((image) => ({ pageName: image.file.slice(5, -5), image })),
  };
}
