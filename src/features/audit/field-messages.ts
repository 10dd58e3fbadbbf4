/** How a field of a record is told; `hidden` is what says nothing to an owner. */
export type FieldKind = "text" | "money" | "bytes" | "category" | "picture" | "hidden";

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
export function fieldKind(name: string): FieldKind {
  return kinds.get(name) ?? (name.endsWith("Minor") ? "money" : "text");
}

/** A field's name for an owner: the one given here, else its own words ("contactEmail": "Contact email"). */
export function fieldLabel(name: string): string {
  const words = name.replace(/(Minor|Id)$/, "").replace(/([a-z])([A-Z])/g, "$1 $2");
  return labels.get(name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`;
}

/** Whether a field's value must never be shown, whatever a record holds. */
export function isSecret(name: string, value: unknown): boolean {
  const isKept = /secret|password|token|hash|salt/i.test(name) && !/(hint|mode)$/i.test(name);
  return isKept || (typeof value === "string" && /\b(?:[sr]k_(?:live|test)|whsec)_/.test(value));
}
