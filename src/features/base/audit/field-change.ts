import { comparableJson, isSameContent } from "#core/canonical-json.ts";
import { formatMoney, parseMoney } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { AuditSubject } from "./record-change.server.ts";

export const RESTORABLE_SUBJECTS = [
  "product",
  "category",
  "settings",
] as const satisfies AuditSubject[];

export type RestorableSubject = (typeof RESTORABLE_SUBJECTS)[number];

/** Null for a subject that cannot be restored. */
export function restorable(subject: AuditSubject): RestorableSubject | null {
  return RESTORABLE_SUBJECTS.find((each) => each === subject) ?? null;
}

/** The versions are the record now (null: deleted) and the record after the restore. */
export type EarlierVersion = {
  /** Guards against unseen changes; 0 for a deleted record. */
  version: number;
  now: Fields | null;
  restored: Fields;
  /** Variants that would be counted again, from 0. */
  fromZero?: readonly string[];
};

export type RestoreRefusal =
  | "forbidden"
  | "not_found"
  | "conflict"
  | "nothing"
  | "unreadable"
  | "deleted"
  | "no_category"
  | "no_image"
  | "slug_in_use"
  | "sku_in_use"
  | "being_paid"
  | "undescribed"
  | "name_in_use"
  | "system"
  | "no_secret";

type FieldKind = "text" | "money" | "bytes" | "category" | "picture" | "hidden";

const labels = new Map(
  Object.entries<string>({
    inStock: "In stock",
    priceMinor: "Price",
    compareAt: "Compare-at price",
    productType: "Type",
    otherCells: "Cells for the next export",
    categoryId: "Category",
    category: "Category",
    garmentType: "Garment type",
    slug: "Address",
    altText: "Words for those who do not see it",
    focalX: "Kept in view, from the left",
    focalY: "Kept in view, from the top",
    mediaId: "Picture",
    replacedWith: "Replaced with",
    byteSize: "Size of the file",
    copyOf: "Copy of",
    productIds: "Products in it",
    quantity: "Pieces",
    onlyCountries: "Only to",
    exceptCountries: "Except to",
    stripePublishableKey: "Publishable key",
    secretHint: "Secret key",
    secretMode: "Mode of the secret key",
    shownIn: "Shown in",
    clientIp: "IP address",
    latestAt: "The latest",
    comesBack: "Mails to its address come back",
  }),
);

const kinds = new Map(
  Object.entries<FieldKind>({
    price: "money",
    compareAt: "money",
    fileCells: "hidden",
    byteSize: "bytes",
    categoryId: "category",
    mediaId: "picture",
    socialImageId: "picture",
    replacedWith: "picture",
    id: "hidden",
    type: "hidden",
    mimeType: "hidden",
    mediaCategory: "hidden",
    storageKey: "hidden",
    currency: "hidden",
    width: "hidden",
    height: "hidden",
    uploadedBy: "hidden",
  }),
);

/** The field's name decides; it contains the unit. */
function fieldKind(name: string): FieldKind {
  return kinds.get(name) ?? (name.endsWith("Minor") ? "money" : "text");
}

/** The label is given here, else follows from the name ("contactEmail": "Contact email"). */
function fieldLabel(name: string): string {
  const text = name.replace(/(Minor|Id)$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  return labels.get(name) ?? `${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}`;
}

function isSecret(name: string, value: unknown): boolean {
  const isStored = /secret|password|token|hash|salt/i.test(name) && !/(hint|mode)$/i.test(name);
  return isStored || (typeof value === "string" && /\b(?:[sr]k_(?:live|test)|whsec)_/.test(value));
}

export type KnownImage = { id: string; name: string; focalX: number; focalY: number };

/** An id in neither map is deleted. */
export type KnownRecords = {
  categories: ReadonlyMap<string, string>;
  images: ReadonlyMap<string, KnownImage>;
  /** Null for fields that are described here. */
  labelOf?: ((field: string) => string | null) | undefined;
  /** The names are by hex code, from the records. */
  colors?: ReadonlyMap<string, string>;
};

export type ShownValue = { text: string; image?: KnownImage };

/** A field before and after, or the items that a list gained and lost. Null means none. */
export type FieldChange =
  | { kind: "value"; label: string; from: ShownValue | null; to: ShownValue | null }
  | { kind: "list"; label: string; added: ShownValue[]; removed: ShownValue[] };

type Fields = Readonly<Record<string, unknown>>;

const MAX_SHOWN_LENGTH = 600;
const HIDDEN_VALUE = "kept secret";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Records may have fields named like Object's own. */
const field = (fields: Fields | null, name: string): unknown =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Lists the difference of two records by field, for display. A secret only shows that it changed. */
export function differenceOf(
  before: Fields | null,
  after: Fields | null,
  things: KnownRecords,
): FieldChange[] {
  const known = withColors(things, [before, after]);
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names].flatMap((name) =>
    isSameContent(field(before, name), field(after, name))
      ? []
      : fieldDifference(
          name,
          known.labelOf?.(name) ?? fieldLabel(name),
          field(before, name),
          field(after, name),
          known,
        ),
  );
}

function withColors(known: KnownRecords, records: readonly (Fields | null)[]): KnownRecords {
  const colors = records.flatMap((record) => asList(field(record, "colors"))).filter(isFields);
  if (colors.length === 0) return known;
  return { ...known, colors: new Map(colors.map(({ hex, name }) => [String(hex), String(name)])) };
}

function fieldDifference(
  name: string,
  label: string,
  from: unknown,
  to: unknown,
  known: KnownRecords,
): FieldChange[] {
  if (fieldKind(name) === "hidden") return [];
  if (isSecret(name, from) || isSecret(name, to)) {
    const secret = (value: unknown) => (isNothing(value) ? null : { text: HIDDEN_VALUE });
    return [{ kind: "value", label, from: secret(from), to: secret(to) }];
  }
  if (Array.isArray(from) || Array.isArray(to)) {
    return listDifference(name, label, asList(from), asList(to), known);
  }
  if (isFields(from) || isFields(to)) {
    const inner = differenceOf(isFields(from) ? from : null, isFields(to) ? to : null, known);
    return inner.map((change) => ({ ...change, label: `${label}: ${change.label}` }));
  }
  const change = { from: shownValue(name, from, known), to: shownValue(name, to, known) };
  return change.from === null && change.to === null ? [] : [{ kind: "value", label, ...change }];
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function listDifference(
  name: string,
  label: string,
  from: readonly unknown[],
  to: readonly unknown[],
  known: KnownRecords,
): FieldChange[] {
  const before = new Map(from.map((item) => [itemKey(item), item]));
  const after = new Map(to.map((item) => [itemKey(item), item]));
  const shown = (items: Map<string, unknown>, without: Map<string, unknown>) =>
    [...items].flatMap(([key, item]) => (without.has(key) ? [] : [shownItem(name, item, known)]));
  const added = shown(after, before);
  const removed = shown(before, after);
  const changed = [...after].flatMap(([key, item]) => {
    const old = before.get(key);
    if (!isFields(item) || !isFields(old)) return [];
    const { text } = shownItem(name, item, known);
    return differenceOf(old, item, known).map((change) => ({ item: text, change }));
  });
  const inner = withEqualsOnce(changed, label, after.size);
  if (added.length + removed.length > 0) {
    return [{ kind: "list", label, added, removed }, ...inner];
  }
  if (isSameContent([...before.keys()], [...after.keys()])) return inner;
  return [{ kind: "value", label, from: null, to: { text: "in another order" } }, ...inner];
}

const MAX_NAMED_ITEMS = 3;

/** "XS, S, M and 9 more", or "Variants, all 12" when it is every item of the list. */
function namesOfItems(items: readonly string[], list: string, size: number): string {
  if (items.length > 1 && items.length === size) return `${list}, all ${size}`;
  const rest = items.length - MAX_NAMED_ITEMS;
  const named = items.slice(0, MAX_NAMED_ITEMS).join(", ");
  return rest > 0 ? `${named} and ${rest} more` : named;
}

/** The changes of a list's items, with what changed alike in several of them once, so that a new price of twelve sizes is one line. */
function withEqualsOnce(
  changed: readonly { item: string; change: FieldChange }[],
  list: string,
  size: number,
): FieldChange[] {
  const alike = Map.groupBy(changed, ({ change }) => comparableJson(change));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const names = namesOfItems(
      group.map(({ item }) => item),
      list,
      size,
    );
    return [{ ...first.change, label: `${names}: ${first.change.label.toLowerCase()}` }];
  });
}

function itemKey(item: unknown): string {
  if (!isFields(item)) return comparableJson(item);
  const { id, mediaId, hex, size, color, url, text } = item;
  if (size !== undefined) return comparableJson([size, color]);
  return comparableJson(id ?? mediaId ?? hex ?? url ?? text ?? item);
}

function shownItem(name: string, item: unknown, known: KnownRecords): ShownValue {
  if (!isFields(item)) return shownValue(name, item, known) ?? { text: "nothing" };
  if (typeof item.mediaId === "string") return shownImage(item.mediaId, known);
  const { label, name: own, text, size, color, hex, id } = item;
  const shade = known.colors?.get(String(color)) || color;
  const said = [label, own, text, size && [size, shade].filter(Boolean).join(" "), hex, id];
  return { text: clipped(String(said.find((each) => each) ?? "an entry")) };
}

const isNothing = (value: unknown) => value === null || value === undefined || value === "";

function shownValue(name: string, value: unknown, known: KnownRecords): ShownValue | null {
  if (isNothing(value)) return null;
  const kind = fieldKind(name);
  if (typeof value === "boolean") return { text: value ? "yes" : "no" };
  if (kind === "money") return { text: shownMoney(value) };
  if (kind === "bytes") return { text: `${(Number(value) / 1_000_000).toFixed(1)} MB` };
  if (kind === "category") {
    return { text: known.categories.get(String(value)) ?? "a category that is gone" };
  }
  if (kind === "picture") return shownImage(String(value), known);
  // "made_to_order" is an internal name.
  if (name === "kind") return { text: String(value).replaceAll("_", " ") };
  if (name.startsWith("focal")) return { text: `${Math.round(Number(value) * 100)}%` };
  return { text: clipped(shownEmail(String(value))) };
}

/** Records store minor units, the product form text. */
function shownMoney(value: unknown): string {
  if (typeof value === "number") return formatMoney({ minorUnits: value, currency: "USD" });
  const amount = parseMoney(String(value));
  return amount ? formatMoney(amount) : clipped(String(value));
}

function shownImage(id: string, known: KnownRecords): ShownValue {
  const image = known.images.get(id);
  return image ? { text: image.name, image } : { text: "a picture that is gone" };
}

const clipped = (text: string) =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
