import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { useFetcher, useOutletContext } from "react-router";
import { TrapField, useServerForm } from "#app/components/form/use-server-form.tsx";
import type { InquiryProduct, InquiryValues } from "#features/inbox/inquiry-form.ts";
import { INQUIRY_MESSAGES, KEY_FIELD } from "#features/inbox/inquiry-form.ts";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast, toastStore } from "#ui/toast-store.ts";
import type { InquiryFields } from "./inquiry-fields.tsx";
import { ContactFields, ProductFields } from "./inquiry-fields.tsx";
import type { InquiryFormResult } from "./inquiry-form.server.ts";

const { failedTitle, failedText, invalidTitle, sentTitle, sentText, stillHere } = INQUIRY_MESSAGES;

/** The inquiry form's result when the server did not respond; a new object each time, so that every failure is noticed. */
export function unsentInquiry(): InquiryFormResult {
  return { status: "error", error: { "": [failedText] } };
}

/** The field by which the dialog asks to stay on its page instead of being redirected. */
export const DIALOG_FIELD = "dialog";

/** Submits an inquiry and shows a toast for its result; `onSent` runs when the dialog's inquiry is stored. */
export function useInquiryFetcher(onSent: () => void = () => undefined) {
  const fetcher = useFetcher<InquiryFormResult>();
  const failureToast = useRef<number | null>(null);
  const handleResult = useEffectEvent((result: InquiryFormResult) => {
    const [reason] = result.error?.[""] ?? [];
    if (result.status === "success") {
      showToast({ title: sentTitle, description: sentText, kind: "success" });
      onSent();
    } else if (reason) {
      failureToast.current = showToast({ title: failedTitle, description: reason, kind: "error" });
    }
  });
  useEffect(() => {
    if (fetcher.data) handleResult(fetcher.data);
  }, [fetcher.data]);
  return {
    fetcher,
    isBusy: fetcher.state !== "idle",
    /** A new attempt makes the last failure's toast obsolete. */
    dismissFailure() {
      if (failureToast.current !== null) toastStore.dismiss(failureToast.current);
    },
  };
}

type Props = {
  id: string;
  /** The inquiry's own page, whose action handles the form. */
  path: string;
  product: InquiryProduct;
  start: InquiryValues;
  submissionKey: string;
  fetcher: FetcherWithComponents<InquiryFormResult>;
  /** The page action's result, when the form was submitted without JavaScript. */
  actionResult?: InquiryFormResult | undefined;
  inDialog?: boolean;
  onSubmit: () => void;
  /** Receives every change, so that a closed dialog can reopen as it was. */
  onEdit?: (values: InquiryValues) => void;
  /** Above the fields. */
  head?: ReactNode;
  /** The buttons, where they are inside the form. */
  children?: ReactNode;
};

/** The purchase inquiry's form, in the dialog and on its own page. */
export function InquiryForm(props: Props) {
  const { id, path, product, submissionKey, fetcher, onSubmit, onEdit } = props;
  const { form, fields, errorOf } = useServerForm<InquiryFields>({
    id,
    lastResult: fetcher.data ?? props.actionResult,
    defaultValue: props.start,
    // The browser's own check would ask more of an email than the specification does.
    skipsNativeChecks: true,
  });
  return (
    <fetcher.Form
      method="post"
      // Without JavaScript the page loads anew and opens at the form.
      action={`${path}#${id}`}
      {...getFormProps(form)}
      onChange={({ currentTarget }) =>
        onEdit?.(Object.fromEntries(new FormData(currentTarget)) as InquiryValues)
      }
      onSubmit={(event) => {
        if (fetcher.state !== "idle") return event.preventDefault();
        onSubmit();
        form.onSubmit(event);
      }}
      defaultShouldRevalidate={false}
      className="space-y-9"
    >
      <input type="hidden" name={KEY_FIELD} value={submissionKey} />
      {props.inDialog && <input type="hidden" name={DIALOG_FIELD} value="1" />}
      <TrapField />
      {props.head}
      <ContactFields fields={fields} errorOf={errorOf} />
      <ProductFields product={product} fields={fields} errorOf={errorOf} />
      {props.children}
    </fetcher.Form>
  );
}

/** Why an inquiry was rejected, with the shop's phone and email for anyone who wants a person now. */
export function InquiryRejection({ result }: { result: InquiryFormResult | undefined }) {
  const { general } = useOutletContext<SiteShell>();
  if (result?.status !== "error") return null;
  const reasons = result.error?.[""];
  if (!reasons) {
    return (
      <Notice kind="error" live title={invalidTitle}>
        {stillHere}
      </Notice>
    );
  }
  return (
    <Notice kind="error" live title={result.title ?? failedTitle}>
      <p>
        {reasons} {stillHere}
      </p>
      <p className="flex flex-wrap gap-x-5">
        <a className="link py-1" href={`tel:${general.contactPhone.replace(/[^+\d]/g, "")}`}>
          {general.contactPhone}
        </a>
        <a className="link py-1" href={`mailto:${general.contactEmail}`}>
          {general.contactEmail}
        </a>
      </p>
    </Notice>
  );
}

/** 'Contact Us for Purchase - {product name}' (specification 2). No line begins with its dash. */
export function InquiryTitle({ productName }: { productName: string }) {
  return (
    <>
      Contact Us for <span className="whitespace-nowrap">Purchase -</span> {productName}
    </>
  );
}
