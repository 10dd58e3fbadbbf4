import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { useFetcher, useOutletContext } from "react-router";
import { TrapField, useServerForm } from "#app/components/form/use-server-form.tsx";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { InquiryProduct, InquiryValues } from "#features/office/inbox/inquiry-form.ts";
import { INQUIRY_MESSAGES, KEY_FIELD } from "#features/office/inbox/inquiry-form.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast, toastStore } from "#ui/toast-store.ts";
import type { InquiryFields, SpecifiedFit } from "./inquiry-fields.tsx";
import { ContactFields, ProductFields } from "./inquiry-fields.tsx";
import type { InquiryFormResult } from "./inquiry-form.server.ts";

const { failedTitle, failedText, invalidTitle, sentTitle, sentText, stillHere } = INQUIRY_MESSAGES;

/** The result for a missing response; each is a new object, so that every failure is noticed. */
export function unsentInquiry(): InquiryFormResult {
  return { status: "error", error: { "": [failedText] } };
}

/** The field by which the dialog avoids the redirect. */
export const DIALOG_FIELD = "dialog";

/** Shows a toast per result; `onSent` runs when the dialog's inquiry is stored. */
export function useInquiryFetcher(onSent: () => void = () => undefined) {
  const fetcher = useFetcher<InquiryFormResult>();
  const failureToast = useRef<number | null>(null);
  const handleResult = useEffectEvent((result: InquiryFormResult) => {
    const [reason] = result.error?.[""] ?? [];
    const about = "inquiry";
    if (result.status === "success") {
      showToast({ title: sentTitle, description: sentText, kind: "success", about });
      onSent();
    } else if (reason) {
      const failure = { title: failedTitle, description: reason, about };
      failureToast.current = showToast({ ...failure, kind: "error" });
    }
  });
  useEffect(() => {
    if (fetcher.data) handleResult(fetcher.data);
  }, [fetcher.data]);
  return {
    fetcher,
    isBusy: fetcher.state !== "idle",
    dismissFailure() {
      if (failureToast.current !== null) toastStore.dismiss(failureToast.current);
    },
  };
}

type InquiryFormProps = {
  id: string;
  /** The page whose action handles the form. */
  path: string;
  product: InquiryProduct;
  start: InquiryValues;
  submissionKey: string;
  fetcher: FetcherWithComponents<InquiryFormResult>;
  /** What was chosen to be made to measure. */
  specified?: SpecifiedFit | null;
  /** Set after a post without JavaScript. */
  actionResult?: InquiryFormResult | undefined;
  inDialog?: boolean;
  onSubmit: () => void;
  /** Lets a closed dialog restore the input. */
  onEdit?: (values: InquiryValues) => void;
  head?: ReactNode;
  /** Renders buttons inside the form. */
  children?: ReactNode;
};

/** The form is used in the dialog and on its own page. */
export function InquiryForm(props: InquiryFormProps) {
  const { id, path, product, submissionKey, fetcher, onSubmit, onEdit } = props;
  const { form, fields, errorOf } = useServerForm<InquiryFields>({
    id,
    lastResult: fetcher.data ?? props.actionResult,
    defaultValue: props.start,
    // The browser checks emails more strictly than the specification does.
    skipsNativeChecks: true,
  });
  return (
    <fetcher.Form
      method="post"
      // Without JavaScript the page reloads and opens at the form.
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
      <ProductFields
        product={product}
        specified={props.specified ?? null}
        fields={fields}
        errorOf={errorOf}
      />
      {props.children}
    </fetcher.Form>
  );
}

/** Adds the shop's phone and email. */
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

/** The title reads 'Contact Us for Purchase - {product name}' (specification 2). No line begins with the dash. */
export function InquiryTitle({ productName }: { productName: string }) {
  return (
    <>
      Contact Us for <span className="whitespace-nowrap">Purchase -</span> {productName}
    </>
  );
}
