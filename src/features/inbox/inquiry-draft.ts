import type { SubmittedInquiry } from "./inquiry-input.ts";

/** What is chosen on the product's page; `color` is a hex value. */
export type PageChoice = { readonly size: string | null; readonly color: string | null };

/** What was typed before the dialog closed, and the page's choice when it had been opened. */
export type InquiryDraft = { readonly typed: SubmittedInquiry; readonly choice: PageChoice };

const blank: SubmittedInquiry = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  address: "",
  city: "",
  postalCode: "",
  size: "",
  color: "",
  quantity: "1",
  notes: "",
};

/** The form as it starts: with the page's choice. */
export function blankInquiry({ size, color }: PageChoice): SubmittedInquiry {
  return { ...blank, size: size ?? "", color: color ?? "" };
}

/** The form as it opens again: as it was left, but where the page's choice has changed since, with the newer choice. */
export function reopenedInquiry(draft: InquiryDraft | null, choice: PageChoice): SubmittedInquiry {
  if (draft === null) return blankInquiry(choice);
  const { typed } = draft;
  const newer = (now: string | null, before: string | null, kept: string) =>
    now !== null && now !== before ? now : kept;
  return {
    ...typed,
    size: newer(choice.size, draft.choice.size, typed.size),
    color: newer(choice.color, draft.choice.color, typed.color),
  };
}
