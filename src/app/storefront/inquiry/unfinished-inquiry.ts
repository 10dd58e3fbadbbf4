import { fieldText } from "#core/submitted-text.ts";
import type { InquiryFormResult } from "#features/inbox/inquiry-form-result.ts";
import type { SubmittedInquiry } from "#features/inbox/inquiry-input.ts";
import { KEY_FIELD, submittedInquiry } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";

/** A form sent without script that was not taken: what is wrong with it, and every word of it for the page to show again. */
export type UnfinishedInquiry = {
  answer: InquiryFormResult;
  typed: SubmittedInquiry;
  /** As the form showed it; the product itself may be gone. */
  productName: string;
  key: string;
};

/** The form as it came, beside the answer to it. */
export function unfinishedInquiry(answer: InquiryFormResult, form: FormData): UnfinishedInquiry {
  return {
    answer,
    typed: submittedInquiry(form),
    productName: fieldText(form, "productName"),
    key: fieldText(form, KEY_FIELD),
  };
}

/** A product that is gone, as far as the form that asked for it remembers it. */
export function rememberedProduct(id: string, unfinished: UnfinishedInquiry): InquiryProduct {
  const { typed, productName } = unfinished;
  const name = productName || "a piece";
  const sizes = typed.size === "" ? [] : [typed.size];
  const variants = sizes.map((size) => ({ size, color: "", stockCount: null }));
  return { id, name, inStock: true, sizes, variants, colors: [] };
}
