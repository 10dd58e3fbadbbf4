import { useRef, useState } from "react";
import { randomKey } from "#core/random-key.ts";
import { INQUIRY_MESSAGES } from "#features/inbox/inquiry-form-result.ts";
import type { InquiryDraft, PageChoice, SubmittedInquiry } from "#features/inbox/inquiry-input.ts";
import { reopenedInquiry } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { InquiryForm } from "./inquiry-form.tsx";
import { InquiryRefusal } from "./inquiry-refusal.tsx";
import { InquiryTitle } from "./inquiry-title.tsx";
import type { InquiryState } from "./use-inquiry.ts";
import { useInquiry } from "./use-inquiry.ts";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  product: InquiryProduct;
  /** What is chosen on the page already. */
  choice: PageChoice;
  /** The inquiry's own page. */
  path: string;
};

const FORM_ID = "inquiry-form";

/** The Guyana Sales dialog (specification 2). Closing keeps what was typed for as long as the page stands; sending forgets it. */
export function InquiryDialog({ open, onOpenChange, product, choice, path }: Props) {
  const draft = useRef<InquiryDraft | null>(null);
  const [submissionKey, setSubmissionKey] = useState(randomKey);
  const inquiry = useInquiry({
    path,
    given: null,
    onSent() {
      draft.current = null;
      setSubmissionKey(randomKey());
      onOpenChange(false);
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={inquiry.forget}
      title={<InquiryTitle productName={product.name} />}
      description={INQUIRY_MESSAGES.promise}
      fillsPhone
      dismissible={false}
      footer={<Footer inquiry={inquiry} onCancel={() => onOpenChange(false)} />}
    >
      <DialogForm
        path={path}
        product={product}
        submissionKey={submissionKey}
        inquiry={inquiry}
        open={() => reopenedInquiry(draft.current, choice)}
        onEdit={(typed) => {
          draft.current = { typed, choice };
        }}
      />
    </Dialog>
  );
}

type FormProps = {
  path: string;
  product: InquiryProduct;
  submissionKey: string;
  inquiry: InquiryState;
  open: () => SubmittedInquiry;
  onEdit: (typed: SubmittedInquiry) => void;
};

/** Mounted anew with every opening, which is when the fields get what they start with. */
function DialogForm({ open, ...form }: FormProps) {
  const [start] = useState(open);
  return <InquiryForm id={FORM_ID} start={start} {...form} />;
}

function Footer({ inquiry, onCancel }: { inquiry: InquiryState; onCancel: () => void }) {
  return (
    <div className="w-full space-y-4">
      {inquiry.answer?.status === "failed" && <InquiryRefusal answer={inquiry.answer} />}
      <div className="flex gap-3 sm:justify-end">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          form={FORM_ID}
          busy={inquiry.busy}
          busyLabel="Submitting..."
          className="grow sm:grow-0"
        >
          Submit Inquiry
        </Button>
      </div>
    </div>
  );
}
