import { isEmail } from "#core/email.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { ProductColor, ProductSummary } from "#features/catalog/product.ts";
import { isAvailable } from "#features/catalog/product.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";

/** Sizes to ask for when a product lists none (specification 9). */
const INQUIRY_SIZES: readonly string[] = ["S", "M", "L", "XL"];

/** A size to ask for; one that is sold out is marked and may be asked for all the same. */
type InquirySize = { readonly size: string; readonly soldOut: boolean };

/** What the inquiry form shows of a product. */
export type InquiryProduct = Pick<
  ProductSummary,
  "id" | "name" | "inStock" | "variants" | "sizes" | "colors"
>;

/** The product's own sizes with what is sold out in this colour, or the specification's, of which nothing is known. */
export function inquirySizes(
  product: Pick<InquiryProduct, "inStock" | "variants" | "sizes">,
  color: string | null,
): readonly InquirySize[] {
  if (product.sizes.length === 0) return INQUIRY_SIZES.map((size) => ({ size, soldOut: false }));
  return product.sizes.map((size) => ({ size, soldOut: !isAvailable(product, size, color) }));
}

/** The product's colour of this hex value, however it is written; null when it has none such. */
export function colorOf(
  product: { readonly colors: readonly ProductColor[] },
  hex: string,
): ProductColor | null {
  return product.colors.find((each) => each.hex.toUpperCase() === hex.toUpperCase()) ?? null;
}

/** The inquiry's messages (specification 2 and 8; the promise of section 9). */
export const INQUIRY_MESSAGES = {
  promise: `Our team replies within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  sentTitle: "Inquiry submitted successfully!",
  sentText: `We'll get back to you within ${BUSINESS_LABELS.inquiryReply} with availability and purchase details.`,
  failedTitle: "Error submitting inquiry",
  failedText: "Please try again later or contact us directly.",
  invalidTitle: "Please look at the marked fields",
  goneTitle: "This piece is no longer offered",
  goneText: "It left the shop while you were writing. Please contact us directly.",
  sizeGone: "This size is not offered any more. Please choose another.",
  tooMany:
    "We have several inquiries from this address already and are answering them. Please try again in an hour, or contact us directly.",
  stillHere: "Everything you wrote is still here.",
} as const;

/** The title of the inquiry's own page, the same as the dialog's (specification 2). */
export function inquiryTitle(productName: string): string {
  return `Contact Us for Purchase - ${productName}`;
}

/** The most pieces one inquiry asks for; the notes say more. */
export const MAX_INQUIRY_QUANTITY = 1_000;

/** The form field with the key of one filled-in form. */
export const KEY_FIELD = "key";

/** A hint about an email that no mail can reach. The inquiry is accepted all the same (specification 5). */
export function emailDoubt(raw: string): string | null {
  const email = tidyLine(raw);
  if (email === "" || isEmail(email)) return null;
  return "This does not look like a mail address. Please check it, or we answer by phone.";
}

/** The form's fields as text. */
export type InquiryValues = Readonly<Record<string, string | undefined>>;

/** What is chosen on the product's page; `color` is a hex value. */
export type PageChoice = { readonly size: string | null; readonly color: string | null };

/** The fields when the dialog closed, and the page's choice when it had opened. */
export type InquiryDraft = { readonly values: InquiryValues; readonly choice: PageChoice };

/** The fields of a new form: the page's choice and one piece. */
export function blankInquiry({ size, color }: PageChoice): InquiryValues {
  return { size: size ?? "", color: color ?? "", quantity: "1" };
}

/** The fields of a form that opens again: the draft, with the page's choice where that changed since. */
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
