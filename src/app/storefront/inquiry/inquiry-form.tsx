import type { ReactNode } from "react";
import type { SubmittedInquiry } from "#features/inbox/inquiry-input.ts";
import { INQUIRY_FIELDS, KEY_FIELD, submittedInquiry } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";
import { TrapField } from "../pages/trap-field.tsx";
import { ContactFields, ProductFields } from "./inquiry-fields.tsx";
import type { InquiryState } from "./use-inquiry.ts";

type Props = {
  id: string;
  /** The inquiry's own page, which takes the form in without script. */
  path: string;
  product: InquiryProduct;
  start: SubmittedInquiry;
  submissionKey: string;
  inquiry: InquiryState;
  /** Hears of every change, so that a closed dialog can open again as it was. */
  onEdit?: (typed: SubmittedInquiry) => void;
  /** What stands above the fields. */
  head?: ReactNode;
  /** The buttons, where they stand inside the form. */
  children?: ReactNode;
};

/** The purchase inquiry's form, in the dialog and on its own page. */
export function InquiryForm(props: Props) {
  const { id, path, product, start, submissionKey, inquiry, onEdit, head, children } = props;
  return (
    <form
      id={id}
      method="post"
      // Without script the page loads anew: it opens at the form.
      action={`${path}#${id}`}
      // The shop's own rules and words: a browser's would ask more of an email than the specification does.
      noValidate
      onChange={(event) => {
        const { target, currentTarget } = event;
        const edited = INQUIRY_FIELDS.find(
          (field) => currentTarget.elements.namedItem(field) === target,
        );
        if (edited) inquiry.clear(edited);
        onEdit?.(submittedInquiry(new FormData(currentTarget)));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void inquiry.submit(event.currentTarget);
      }}
      className="space-y-9"
    >
      <input type="hidden" name={KEY_FIELD} value={submissionKey} />
      <TrapField />
      {head}
      <ContactFields start={start} errors={inquiry.errors} />
      <ProductFields product={product} start={start} errors={inquiry.errors} />
      {children}
    </form>
  );
}
