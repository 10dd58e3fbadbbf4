import { emailProblem } from "#core/email.ts";
import { tidyLine } from "#core/submitted-text.ts";
import { BUSINESS_LABELS } from "#features/base/settings/business-facts.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/products/product.ts";
import { isAvailable } from "#features/catalog/products/product.ts";

/** Products without sizes offer these (specification 9). */
const INQUIRY_SIZES: readonly string[] = ["S", "M", "L", "XL"];

/** Sold-out sizes can be requested too. */
type InquirySize = { readonly size: string; readonly soldOut: boolean };

export type InquiryProduct = Pick<
  ProductSummary,
  "id" | "name" | "inStock" | "variants" | "sizes" | "colors"
>;

/** Lists the product's sizes, with those sold out in this color, or the default ones. */
export function inquirySizes(
  product: Pick<InquiryProduct, "inStock" | "variants" | "sizes">,
  color: string | null,
): readonly InquirySize[] {
  if (product.sizes.length === 0) return INQUIRY_SIZES.map((size) => ({ size, soldOut: false }));
  return product.sizes.map((size) => ({ size, soldOut: !isAvailable(product, size, color) }));
}

/** Finds a color by hex code in any notation, or null. */
export function colorOf(
  product: { readonly colors: readonly ProductColor[] },
  hex: string,
): ProductColor | null {
  return product.colors.find((each) => each.hex.toUpperCase() === hex.toUpperCase()) ?? null;
}

/** The dialog shows these texts (specification 2, 8 and 9). */
export const INQUIRY_MESSAGES = {
  promise: `Our team replies within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  sentTitle: "Inquiry submitted successfully!",
  sentText: `We'll get back to you within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  failedTitle: "Error submitting inquiry",
  failedText: "Please try again later or contact us directly.",
  invalidTitle: "Please look at the marked fields",
  goneTitle: "This piece is no longer offered",
  goneText: "It left the shop while you were writing. Please contact us directly.",
  fitGone:
    "What you chose for this piece made to measure is not offered any more. Please choose again on its own page.",
  sizeGone: "This size is not offered any more. Please choose another.",
  tooMany:
    "We have several inquiries from this address already and are answering them. Please try again in an hour, or contact us directly.",
  stillHere: "Everything you wrote is still here.",
} as const;

/** Writes the dialog's title (specification 2). */
export function inquiryTitle(productName: string): string {
  return `Contact Us for Purchase - ${productName}`;
}

export const MAX_INQUIRY_QUANTITY = 1_000;

/** The field holds the idempotency key. */
export const KEY_FIELD = "key";

/** A hint about an undeliverable email; the inquiry is accepted (specification 5). */
export function emailDoubt(raw: string): string | null {
  const problem = tidyLine(raw) === "" ? null : emailProblem(raw);
  return problem && `${problem} Otherwise we answer by phone.`;
}

export type InquiryValues = Readonly<Record<string, string | undefined>>;

/** `color` is a hex value. */
export type PageChoice = { readonly size: string | null; readonly color: string | null };

/** What was entered when the dialog closed. */
export type InquiryDraft = { readonly values: InquiryValues; readonly choice: PageChoice };

export function blankInquiry({ size, color }: PageChoice): InquiryValues {
  return { size: size ?? "", color: color ?? "", quantity: "1" };
}

/** Returns the draft, updated with the page's later changes. */
export function reopenedInquiry(draft: InquiryDraft | null, choice: PageChoice): InquiryValues {
  if (draft === null) return blankInquiry(choice);
  const { values } = draft;
  const newer = (now: string | null, before: string | null, value: string | undefined) =>
    now !== null && now !== before ? now : value;
  return {
    ...values,
    size: newer(choice.size, draft.choice.size, values.size),
    color: newer(choice.color, draft.choice.color, values.color),
  };
}
