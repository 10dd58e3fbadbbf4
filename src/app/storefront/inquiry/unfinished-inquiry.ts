import { fieldText } from "#core/typed-text.ts";
import type { InquiryAnswer } from "#features/inbox/inquiry-answer.ts";
import type { TypedInquiry } from "#features/inbox/inquiry-input.ts";
import { KEY_FIELD, typedInquiry } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";

/** A form sent without script that was not taken: what is wrong with it, and every word of it for the page to show again. */
export type UnfinishedInquiry = {
  answer: InquiryAnswer;
  typed: TypedInquiry;
  /** As the form showed it; the product itself may be gone. */
  productName: string;
  key: string;
};

/** The form as it came, beside the answer to it. */
export function unfinishedInquiry(answer: InquiryAnswer, form: FormData): UnfinishedInquiry {
  return {
    answer,
    typed: typedInquiry(form),
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
