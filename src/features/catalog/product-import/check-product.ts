import { z } from "zod";
import type { FieldChange, KnownRecords } from "#features/base/audit/field-change.ts";
import { differenceOf } from "#features/base/audit/field-change.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { isFree, productFormInput } from "#features/catalog/editing/product-form.ts";
import type { ListedForm } from "#features/catalog/editing/product-form-queries.server.ts";
import type { FileColumn } from "#features/catalog/product-file/file-columns.ts";
import { OWN_COLUMNS } from "#features/catalog/product-file/file-columns.ts";
import type { FileRowGroup, LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { FileImage } from "#features/catalog/product-file/read-images.ts";
import { ownMediaId } from "#features/catalog/product-file/read-images.ts";
import { effectivePrices } from "#features/catalog/product-file/read-prices.ts";
import type {
  FileProduct,
  KnownProduct,
  KnownShop,
} from "#features/catalog/product-file/read-product.ts";
import { readProduct } from "#features/catalog/product-file/read-product.ts";
import type { CheckedLine, PlannedImage } from "./import-plan.ts";

const amount = (text: string) => (text === "" ? "" : Number(text).toFixed(2));

function comparable({ form, category }: KnownProduct) {
  const { slug, categoryId, price, compareAt, variants, colors, images, fileCells, ...rest } = form;
  const base = { price, compareAt };
  return {
    ...rest,
    inStock: form.draft || form.inStock,
    category,
    price: amount(price),
    compareAt: amount(compareAt),
    otherCells: Object.entries(fileCells ?? {})
      .map(([column, cell]) => `${column}: ${cell}`)
      .sort(),
    colors: colors.map(({ hex, name }) => ({ hex: hex.toUpperCase(), name })),
    variants: variants
      .filter(({ kind }) => kind !== "not_sold")
      .map(({ size, color, kind, stock, sku, fileCells: cells, ...own }) => ({
        size,
        color,
        kind: kind === "counted" ? "counted" : "made to order",
        stock: kind === "counted" ? stock : null,
        sku: sku || null,
        price: amount(effectivePrices(own, base).price),
        compareAt: amount(effectivePrices(own, base).compareAt),
        otherCells: cells ?? {},
      })),
    images: images.map(({ mediaId, altText, color }, index) => ({
      mediaId,
      altText: altText || form.name,
      primary: index === 0,
      color: color || null,
    })),
  };
}

const NOBODY: KnownRecords = { categories: new Map(), images: new Map() };

/** What an import would change, as in Activity; empty when nothing. A price that all variants share is the product's, and named once. */
export function productDifference(
  before: KnownProduct,
  after: KnownProduct,
  known: KnownRecords = NOBODY,
): FieldChange[] {
  const records = [comparable(before), comparable(after)];
  const isShared = (field: "price" | "compareAt") =>
    records.every((record) => record.variants.every((variant) => variant[field] === record[field]));
  const isPriceShared = isShared("price");
  const isCompareAtShared = isShared("compareAt");
  const [from, to] = records.map(({ variants, ...product }) => ({
    ...product,
    variants: variants.map(({ compareAt, price, ...variant }) => ({
      ...variant,
      price: isPriceShared ? null : price,
      compareAt: isCompareAtShared ? null : compareAt,
    })),
  }));
  return differenceOf(from ?? null, to ?? null, known);
}

/** Records that a file's products reference. */
export type KnownParts = {
  products: ReadonlyMap<string, ListedForm>;
  former: ReadonlyMap<string, string>;
  images: ReadonlySet<string>;
  /** The ids are keyed by URL. */
  fetched: ReadonlyMap<string, string>;
  /** The SKU is in the shop or earlier in the file. */
  ownerOf(sku: string): string | undefined;
  things: KnownRecords;
  /** The images are keyed by the product's slug. */
  waiting: ReadonlyMap<string, ReadonlySet<string>>;
  /** Null when the URL may be fetched. */
  refuseAddress(address: string): string | null;
};

const NONE_WAITING: ReadonlySet<string> = new Set();

/** An exported product may have lost its category. */
export const importFormInput = productFormInput.extend({ categoryId: z.string() });

const COLUMNS: Record<keyof ProductForm, FileColumn> = {
  name: "Title",
  slug: "Handle",
  description: "Body (HTML)",
  materials: OWN_COLUMNS.materials,
  care: OWN_COLUMNS.care,
  price: "Variant Price",
  gender: "Google Shopping / Gender",
  categoryId: OWN_COLUMNS.category,
  garmentType: OWN_COLUMNS.garmentType,
  compareAt: "Variant Compare At Price",
  vendor: "Vendor",
  productType: "Type",
  tags: "Tags",
  draft: "Status",
  fileCells: "Title",
  inStock: "Published",
  featured: OWN_COLUMNS.featured,
  sizes: "Option1 Value",
  colors: "Option2 Value",
  variants: "Variant SKU",
  images: "Image Src",
};

const PARTS: Readonly<Record<string, FileColumn>> = {
  size: "Option1 Value",
  stock: "Variant Inventory Qty",
  altText: "Image Alt Text",
  price: "Variant Price",
  compareAt: "Variant Compare At Price",
};

function formProblems(form: ProductForm, line: number): LineNote[] {
  const issues = importFormInput.safeParse(form).error?.issues ?? [];
  return issues.slice(0, 10).map(({ path, message }) => {
    const [field, , part] = path as [keyof ProductForm, number?, string?];
    return { line, column: PARTS[part ?? ""] ?? COLUMNS[field], message };
  });
}

const MAX_SKU_LENGTH = 80;

const joined = (parts: readonly string[]) =>
  parts.filter(Boolean).join("-").replace(/\s+/g, "-").slice(0, MAX_SKU_LENGTH);

const counted = (sku: string, count: number) => `${sku.slice(0, MAX_SKU_LENGTH - 5)}-${count}`;

/** Whether an earlier import made `stored` of one of these SKUs. */
const isMadeOf = (stored: string, skus: readonly string[]): boolean => {
  const count = Number(/-([1-9]\d{0,3})$/.exec(stored)?.[1] ?? 0);
  return skus.some((sku) => stored === sku || stored === counted(sku, count));
};

/**
 * A SKU names one size of one product here. One that a file repeats as a style number is made longer by size and color, and one that
 * another product then has by the product's handle too, in the same way at each import, with a note. A size that was given a longer one
 * keeps it when a later file has that size alone.
 */
function distinctSkus(
  form: ProductForm,
  known: KnownProduct | null,
  line: number,
  parts: KnownParts,
): { form: ProductForm; notes: LineNote[] } {
  const counts = Map.groupBy(form.variants, ({ sku }) => sku);
  const used = new Set<string>();
  const renamed: string[] = [];
  const isForeign = (sku: string): boolean => {
    const owner = parts.ownerOf(sku);
    return owner !== undefined && owner !== form.slug;
  };
  const longer = ({ color, size, sku }: ProductForm["variants"][number]): string => {
    const isRepeated = (counts.get(sku)?.length ?? 0) > 1;
    const named = form.colors.find(({ hex }) => hex.toUpperCase() === color.toUpperCase());
    const look = [size, named?.name || color];
    const before = known?.form.variants.find((each) => each.size === size && each.color === color);
    const stored = before?.sku ?? "";
    const made = [
      joined([sku, ...look]),
      joined([sku, form.slug]),
      joined([sku, form.slug, ...look]),
    ];
    if (!counts.has(stored) && isMadeOf(stored, made)) return stored;
    const ofItsSize = isRepeated ? joined([sku, ...look]) : sku;
    if (!isForeign(ofItsSize)) return ofItsSize;
    return joined([sku, form.slug, ...(isRepeated ? look : [])]);
  };
  const variants = form.variants.map((variant) => {
    const { sku } = variant;
    if (sku === "") return variant;
    const own = longer(variant);
    let distinct = own;
    for (let count = 2; used.has(distinct); count += 1) distinct = counted(own, count);
    used.add(distinct);
    if (distinct !== sku) renamed.push(`${sku} as ${distinct}`);
    return { ...variant, sku: distinct };
  });
  if (renamed.length === 0) return { form, notes: [] };
  const examples = renamed.slice(0, 3).join(", ");
  const rest = renamed.length > 3 ? ` and ${renamed.length - 3} more` : "";
  const message = `A SKU stands for one size of one product here: ${examples}${rest}`;
  return { form: { ...form, variants }, notes: [{ line, column: "Variant SKU", message }] };
}

/** A product that a file would sell for nothing is a draft, unless the owner gives it away already. */
function heldIfFree(
  form: ProductForm,
  known: ProductForm | null,
  line: number,
): { form: ProductForm; notes: LineNote[] } {
  const isGiven = known !== null && !known.draft && isFree(known);
  if (form.draft || isGiven || !isFree(form)) return { form, notes: [] };
  const message =
    "The price is 0: it is a draft until you enter a price, or publish it as given away";
  return {
    form: { ...form, draft: true, inStock: true },
    notes: [{ line, column: "Variant Price", message }],
  };
}

/** While one waits, the product's own stay behind it. */
function planImages(
  listedImages: readonly FileImage[] | null,
  base: ProductForm["images"],
  parts: KnownParts,
  notes: LineNote[],
): PlannedImage[] {
  const storedImages = base.map(({ primary, color, ...image }) => ({
    ...image,
    ...(color && { color }),
  }));
  const colorOf = new Map(storedImages.map(({ mediaId, color }) => [mediaId, color]));
  if (listedImages === null) return storedImages;
  const planned = listedImages.flatMap((image): PlannedImage[] => {
    const { address, altText, line } = image;
    const own = ownMediaId(address);
    const mediaId = own && parts.images.has(own) ? own : parts.fetched.get(address);
    if (mediaId) {
      // Without a color it keeps its own.
      const color = image.color ?? colorOf.get(mediaId);
      return [{ mediaId, altText, ...(color && { color }) }];
    }
    const waits = parts.refuseAddress(address);
    if (waits === null) return [image];
    if (/^https?:$/.test(URL.parse(address)?.protocol ?? "")) return [{ ...image, waits }];
    notes.push({ line, column: "Image Src", message: waits });
    return [];
  });
  const waiting = planned.filter((each) => "address" in each && each.waits !== undefined);
  const grouped = Map.groupBy(waiting as (FileImage & { waits: string })[], (each) => each.waits);
  for (const [message, each] of grouped) {
    const count = each.length === 1 ? "1 picture waits" : `${each.length} pictures wait`;
    const line = each[0]?.line ?? 1;
    notes.push({ line, column: "Image Src", message: `${message}: ${count} until you fetch them` });
  }
  if (waiting.length === 0 && planned.length === listedImages.length) return planned;
  const usedIds = new Set(planned.map((each) => ("mediaId" in each ? each.mediaId : "")));
  return [...planned, ...storedImages.filter(({ mediaId }) => !usedIds.has(mediaId))];
}

const isFetched = (image: PlannedImage) => "address" in image && image.waits === undefined;

const isNewlyWaiting = (image: PlannedImage, known: ReadonlySet<string>) =>
  !("address" in image && image.waits !== undefined && known.has(image.address));

function withImages(known: KnownProduct, planned: readonly PlannedImage[]): KnownProduct {
  const images = planned.map((image, index) => ({
    mediaId: "mediaId" in image ? image.mediaId : image.address,
    altText: image.altText,
    primary: index === 0,
    ...(image.color && { color: image.color }),
  }));
  return { ...known, form: { ...known.form, images } };
}

/** Why the rows are refused, or else the form that they make. */
function problemsOf({ form, problems }: FileProduct, line: number): LineNote[] {
  if (problems.length > 0) return problems;
  return formProblems(form, line);
}

/** What an import does beyond the changes of fields. */
function importNotes(
  listed: ListedForm | null,
  { handle, images, line }: { handle: string; images: readonly PlannedImage[]; line: number },
  parts: KnownParts,
): LineNote[] {
  const notes: LineNote[] = [];
  const former = listed ? undefined : parts.former.get(handle);
  if (former) {
    const message = `This was the address of ${former} before: the file makes a product of its own there`;
    notes.push({ line, column: "Handle", message });
  }
  if (listed?.isDeleted) {
    notes.push({ line, column: "Handle", message: "It was taken out of the shop and comes back" });
  }
  const count = images.filter(isFetched).length;
  if (count > 0) {
    const message = count === 1 ? "1 picture is fetched" : `${count} pictures are fetched`;
    notes.push({ line, column: "Image Src", message });
  }
  return notes;
}

/** What an import would do with a product: new, changed and how, unchanged, or refused and why. Pure. */
export function checkProduct(group: FileRowGroup, shop: KnownShop, parts: KnownParts): CheckedLine {
  const listed = parts.products.get(group.handle) ?? null;
  const known = listed && { form: listed.form, category: listed.categoryName };
  const submitted = readProduct(group, known, shop);
  const [first] = group.rows;
  const line = submitted.problems[0]?.line ?? first?.line ?? 1;
  const sold = heldIfFree(submitted.form, known?.form ?? null, line);
  const distinct = distinctSkus(sold.form, known, line, parts);
  const read = { ...submitted, form: distinct.form };
  const problems = problemsOf(read, line);
  const notes = [...read.notes, ...sold.notes, ...distinct.notes];
  const images = planImages(read.images, known?.form.images ?? [], parts, notes);
  const checked = {
    line: first?.line ?? 1,
    handle: group.handle || (first?.cells.Handle ?? "").slice(0, 120),
    name: read.form.name.slice(0, 120),
    problems,
    notes,
  };
  if (problems.length > 0) return { ...checked, verdict: "refused", changes: [], plan: null };
  const waiting = parts.waiting.get(group.handle) ?? NONE_WAITING;
  const next = withImages(
    read,
    images.filter((image) => isNewlyWaiting(image, waiting)),
  );
  const changes = known ? productDifference(known, next, parts.things) : [];
  if (listed && !listed.isDeleted && changes.length === 0) {
    return { ...checked, verdict: "unchanged", changes, plan: null };
  }
  notes.push(...importNotes(listed, { handle: group.handle, images: images, line }, parts));
  const existing = listed && {
    id: listed.id,
    version: listed.version,
    isDeleted: listed.isDeleted,
  };
  const { form, category, added } = read;
  return {
    ...checked,
    verdict: listed ? "changed" : "new",
    changes,
    plan: {
      form: { ...form, images: [] },
      category,
      images,
      replacesWaiting: read.images !== null,
      existing,
      added,
    },
  };
}
