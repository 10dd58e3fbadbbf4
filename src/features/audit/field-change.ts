import { formatMoney, parseMoney } from "#core/money-amount.ts";
import type { AuditSubject } from "./record-change.server.ts";

/** Subjects whose earlier versions can be put back from their entries. */
export const RESTORABLE_SUBJECTS = [
  "product",
  "category",
  "settings",
] as const satisfies AuditSubject[];

export type RestorableSubject = (typeof RESTORABLE_SUBJECTS)[number];

/** The subject, if its earlier versions can be put back. */
export function restorable(subject: AuditSubject): RestorableSubject | null {
  return RESTORABLE_SUBJECTS.find((each) => each === subject) ?? null;
}

/** What putting an earlier version back would change: how the thing stands now (null: it is gone) and would stand. */
export type EarlierVersion = {
  /** What the write must name, so that nobody overwrites what they have not seen; 0 of what is gone. */
  version: number;
  now: Fields | null;
  restored: Fields;
  /** What of a product would be counted again and begin at no pieces, in words. */
  fromZero?: readonly string[];
};

/** Why an earlier version cannot be put back. */
export type RestoreRefusal =
  | "forbidden"
  | "not_found"
  | "conflict"
  | "nothing"
  | "unreadable"
  | "deleted"
  | "no_category"
  | "no_picture"
  | "slug_taken"
  | "sku_taken"
  | "being_paid"
  | "name_taken"
  | "system"
  | "no_secret";

/** How a field of a record is told; `hidden` is what says nothing to an owner. */
type FieldKind = "text" | "money" | "bytes" | "category" | "picture" | "hidden";

const labels = new Map(
  Object.entries<string>({
    inStock: "In stock",
    priceMinor: "Price",
    categoryId: "Category",
    category: "Category",
    garmentType: "Garment type",
    slug: "Address",
    altText: "Words for those who do not see it",
    focalX: "Kept in view, from the left",
    focalY: "Kept in view, from the top",
    mediaId: "Picture",
    replacedWith: "Replaced with",
    socialImageId: "Social image",
    byteSize: "Size of the file",
    copyOf: "Copy of",
    productIds: "Products in it",
    siteName: "Site name",
    siteDescription: "Site description",
    contactEmail: "Contact e-mail",
    contactPhone: "Contact phone",
    footerText: "Words under the cart",
    cardLogos: "Card logos",
    indexing: "Shown in search engines",
    freeOverMinor: "Free over",
    onlyCountries: "Only to",
    exceptCountries: "Except to",
    beforeHour: "Ordered before (hour)",
    minBusinessDays: "Business days, at least",
    maxBusinessDays: "Business days, at most",
    url: "Link",
    stripePublishableKey: "Publishable key",
    secretHint: "Secret key",
    secretMode: "Mode of the secret key",
    shownIn: "Shown in",
    comesBack: "Mails to its address come back",
  }),
);

const kinds = new Map(
  Object.entries<FieldKind>({
    price: "money",
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
    seen: "hidden",
    uploadedBy: "hidden",
  }),
);

/** How a field is told: by its name, which says its unit. */
function fieldKind(name: string): FieldKind {
  return kinds.get(name) ?? (name.endsWith("Minor") ? "money" : "text");
}

/** A field's name for an owner: the one given here, else its own words ("contactEmail": "Contact email"). */
function fieldLabel(name: string): string {
  const words = name.replace(/(Minor|Id)$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  return labels.get(name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`;
}

/** Whether a field's value must never be shown, whatever a record holds. */
function isSecret(name: string, value: unknown): boolean {
  const isKept = /secret|password|token|hash|salt/i.test(name) && !/(hint|mode)$/i.test(name);
  return isKept || (typeof value === "string" && /\b(?:[sr]k_(?:live|test)|whsec)_/.test(value));
}

/** A stored picture as a thumbnail needs it. */
export type KnownImage = { id: string; name: string; focalX: number; focalY: number };

/** What ids of records stand for by now; one that is in neither map is gone. */
export type KnownRecords = {
  categories: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, KnownImage>;
  /** Names of colours by their hex, as the records themselves give them. */
  colors?: ReadonlyMap<string, string>;
};

/** A value in words, and its picture where it is one. */
export type ShownValue = { text: string; picture?: KnownImage };

/** One field's difference: what it was and is, or what came to a list and left it. Null stands for nothing. */
export type FieldChange =
  | { kind: "value"; label: string; from: ShownValue | null; to: ShownValue | null }
  | { kind: "list"; label: string; added: ShownValue[]; removed: ShownValue[] };

type Fields = Readonly<Record<string, unknown>>;

const LONGEST_SHOWN = 600;
const KEPT_SECRET = "kept secret";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** A record may hold a field called as something that every object has. */
const field = (fields: Fields | null, name: string): unknown =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Postgres keeps an object's fields in an order of its own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${name}:${canonical(value[name])}`).join()}}`;
}

/**
 * How two records differ, field by field, in an owner's words: money as money, yes and no, categories and pictures by name, lists by
 * what came and left. A secret is never told, only that it changed.
 */
export function differenceOf(
  before: Fields | null,
  after: Fields | null,
  things: KnownRecords,
): FieldChange[] {
  const known = withColors(things, [before, after]);
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names].flatMap((name) =>
    isSame(field(before, name), field(after, name))
      ? []
      : fieldDifference(name, fieldLabel(name), field(before, name), field(after, name), known),
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
    const secret = (value: unknown) => (isNothing(value) ? null : { text: KEPT_SECRET });
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
  const inner = [...after].flatMap(([key, item]) => {
    const old = before.get(key);
    if (!isFields(item) || !isFields(old)) return [];
    const { text } = shownItem(name, item, known);
    return differenceOf(old, item, known).map((change) => ({
      ...change,
      label: `${text}: ${change.label.toLowerCase()}`,
    }));
  });
  if (added.length + removed.length > 0) {
    return [{ kind: "list", label, added, removed }, ...inner];
  }
  if (isSame([...before.keys()], [...after.keys()])) return inner;
  return [{ kind: "value", label, from: null, to: { text: "in another order" } }, ...inner];
}

/** What makes an item of a list the same item after a change. */
function itemKey(item: unknown): string {
  if (!isFields(item)) return canonical(item);
  const { id, mediaId, hex, size, color, url, text } = item;
  if (size !== undefined) return canonical([size, color]);
  return canonical(id ?? mediaId ?? hex ?? url ?? text ?? item);
}

function shownItem(name: string, item: unknown, known: KnownRecords): ShownValue {
  if (!isFields(item)) return shownValue(name, item, known) ?? { text: "nothing" };
  if (typeof item.mediaId === "string") return shownPicture(item.mediaId, known);
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
  if (kind === "picture") return shownPicture(String(value), known);
  // "made_to_order" is the code's word.
  if (name === "kind") return { text: String(value).replaceAll("_", " ") };
  if (name.startsWith("focal")) return { text: `${Math.round(Number(value) * 100)}%` };
  return { text: clipped(String(value)) };
}

/** A record keeps money as minor units, the product's form as the text of its field. */
function shownMoney(value: unknown): string {
  if (typeof value === "number") return formatMoney({ minorUnits: value, currency: "USD" });
  const amount = parseMoney(String(value));
  return amount ? formatMoney(amount) : clipped(String(value));
}

function shownPicture(id: string, known: KnownRecords): ShownValue {
  const picture = known.pictures.get(id);
  return picture ? { text: picture.name, picture } : { text: "a picture that is gone" };
}

const clipped = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
