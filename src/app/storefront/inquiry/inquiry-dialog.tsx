import { useRef, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { randomKey } from "#core/ids.ts";
import type {
  InquiryDraft,
  InquiryProduct,
  PageChoice,
} from "#features/office/inbox/inquiry-form.ts";
import { INQUIRY_MESSAGES, reopenedInquiry } from "#features/office/inbox/inquiry-form.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { InquiryForm, InquiryRejection, InquiryTitle, useInquiryFetcher } from "./inquiry-form.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  product: InquiryProduct;
  choice: PageChoice;
  path: string;
};

const FORM_ID = "inquiry-form";

/** Keeps the input while the page is open; sending clears it (specification 2). */
export function InquiryDialog({ open, onOpenChange, product, choice, path }: Props) {
  const draft = useRef<InquiryDraft | null>(null);
  const [submissionKey, setSubmissionKey] = useState(randomKey);
  const { fetcher, isBusy, dismissFailure } = useInquiryFetcher(() => {
    draft.current = null;
    setSubmissionKey(randomKey());
    onOpenChange(false);
  });
  const hasFailed = fetcher.data?.error?.[""] !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        if (!isBusy) fetcher.reset();
      }}
      title={<InquiryTitle productName={product.name} />}
      description={INQUIRY_MESSAGES.promise}
      fillsPhone
      dismissible={false}
      footer={
        <div className="w-full space-y-4">
          {hasFailed && !isBusy && <InquiryRejection result={fetcher.data} />}
          <div className="flex gap-3 sm:justify-end">
            <Button variant="secondary" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={FORM_ID}
              busy={isBusy}
              busyLabel="Submitting..."
              className="grow sm:grow-0"
            >
              Submit Inquiry
            </Button>
          </div>
        </div>
      }
    >
      {/* Loads the inquiry page's code now, so that a later connection loss costs no input. */}
      <PrefetchPageLinks page={path} />
      <DialogForm
        path={path}
        product={product}
        submissionKey={submissionKey}
        fetcher={fetcher}
        onSubmit={dismissFailure}
        open={() => reopenedInquiry(draft.current, choice)}
        onEdit={(values) => {
          draft.current = { values, choice };
        }}
      />
    </Dialog>
  );
}

type FormProps = Omit<Parameters<typeof InquiryForm>[0], "id" | "start"> & {
  open: () => ReturnType<typeof reopenedInquiry>;
};

/** Mounts on every opening, when the fields get their first values. */
function DialogForm({ open, ...form }: FormProps) {
  const [start] = useState(open);
  return <InquiryForm id={FORM_ID} inDialog start={start} {...form} />;
}
