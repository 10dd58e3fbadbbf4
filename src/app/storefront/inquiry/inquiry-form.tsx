import type { FieldMetadata } from "@conform-to/react";
import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { Link, useFetcher, useOutletContext } from "react-router";
import { TrapField, textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import { fitPagePath } from "#app/components/product/product-url.ts";
import { formatMoney } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import type { InquiredFit } from "#features/office/inbox/inquired-fit.server.ts";
import type { InquiryProduct, InquiryValues } from "#features/office/inbox/inquiry-form.ts";
import {
  emailDoubt,
  INQUIRY_MESSAGES,
  inquirySizes,
  KEY_FIELD,
  MAX_INQUIRY_QUANTITY,
} from "#features/office/inbox/inquiry-form.ts";
import { optionLabels } from "#features/orders/order/line-description.ts";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { NumberStepper } from "#ui/number-stepper.tsx";
import { showToast, toastStore } from "#ui/toast-store.ts";
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
    dismissFailure() {
      if (failureToast.current !== null) toastStore.dismiss(failureToast.current);
    },
  };
}

/** A fit that is known by its reference, without measurements. */
export type SpecifiedFit = InquiredFit & { specification: string };

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

type InquiryFields = Record<
  | "firstName"
  | "lastName"
  | "email"
  | "phone"
  | "address"
  | "city"
  | "postalCode"
  | "size"
  | "color"
  | "quantity"
  | "notes",
  string
>;

type InquiryFieldsProps = {
  fields: { [Name in keyof InquiryFields]: FieldMetadata<string, InquiryFields> };
  errorOf: (field: FieldMetadata<unknown>) => string | undefined;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="eyebrow mb-4">{title}</legend>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** The fields that identify the customer (specification 2, Guyana Sales inquiry dialog). */
function ContactFields({ fields, errorOf }: InquiryFieldsProps) {
  return (
    <Part title="Contact">
      <Field label="First Name" error={errorOf(fields.firstName)}>
        <Input {...textProps(fields.firstName)} autoComplete="given-name" required />
      </Field>
      <Field label="Last Name" error={errorOf(fields.lastName)}>
        <Input {...textProps(fields.lastName)} autoComplete="family-name" required />
      </Field>
      <EmailField fields={fields} errorOf={errorOf} />
      <Field label="Phone Number" error={errorOf(fields.phone)}>
        <Input
          {...textProps(fields.phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
        />
      </Field>
      <Field label="Address" error={errorOf(fields.address)} className="sm:col-span-2">
        <Textarea {...textProps(fields.address)} rows={2} autoComplete="street-address" required />
      </Field>
      <Field label="City" error={errorOf(fields.city)}>
        <Input {...textProps(fields.city)} autoComplete="address-level2" required />
      </Field>
      <Field label="Postal Code" optional error={errorOf(fields.postalCode)}>
        <Input {...textProps(fields.postalCode)} autoComplete="postal-code" />
      </Field>
    </Part>
  );
}

/** Hints at an undeliverable email but accepts it, as specified. */
function EmailField({ fields, errorOf }: InquiryFieldsProps) {
  const [doubt, setDoubt] = useState<string | null>(null);
  return (
    <Field
      label="Email Address"
      error={errorOf(fields.email)}
      hint={doubt && <span role="status">{doubt}</span>}
    >
      <Input
        {...textProps(fields.email)}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        onChange={() => setDoubt(null)}
        onBlur={(event) => setDoubt(emailDoubt(event.currentTarget.value))}
      />
    </Field>
  );
}

/** What the atelier will read with the inquiry, or the way to measure first; the inquiry needs neither. */
function MadeToMeasure({
  product,
  specified,
}: {
  product: InquiryProduct;
  specified: SpecifiedFit | null;
}) {
  if (!specified) {
    return (
      <Notice kind="info" className="sm:col-span-2">
        Custom is cut to measurements.{" "}
        <Link to={fitPagePath(product.id)} className="link">
          Measure and choose first
        </Link>
        , and we can tell you the price at once. You may also write to us without.
      </Notice>
    );
  }
  return (
    <Notice kind="info" title="Made to measure, as you chose it" className="sm:col-span-2">
      <input type="hidden" name="specification" value={specified.specification} />
      {optionLabels(specified.options).map((label) => (
        <p key={label}>{label}</p>
      ))}
      <p className="figures">{formatMoney(specified.unitPrice)} for one.</p>
      <p>Your measurements go to the atelier with this inquiry. No email shows them.</p>
    </Notice>
  );
}

/** Shows the color only where there is a choice. */
function ProductFields({
  product,
  specified,
  fields,
  errorOf,
}: InquiryFieldsProps & { product: InquiryProduct; specified: SpecifiedFit | null }) {
  const [color, setColor] = useState(fields.color.initialValue ?? "");
  const [size, setSize] = useState(fields.size.initialValue ?? "");
  const [only] = product.colors;
  const hydrated = useHydrated();
  const quantity = {
    ...textProps(fields.quantity),
    min: 1,
    max: MAX_INQUIRY_QUANTITY,
    step: 1,
    inputMode: "numeric",
    autoComplete: "off",
  } as const;
  return (
    <Part title="Product">
      <Field label="Product Name" className="sm:col-span-2">
        <Input name="productName" readOnly autoComplete="off" value={product.name} />
      </Field>
      {product.colors.length > 1 ? (
        <Field label="Color" className="sm:col-span-2">
          <Select
            {...textProps(fields.color)}
            autoComplete="off"
            onChange={(event) => setColor(event.currentTarget.value)}
          >
            <option value="">No preference</option>
            {product.colors.map(({ hex, name }) => (
              <option key={hex} value={hex}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <input type="hidden" name="color" value={only?.hex ?? ""} />
      )}
      <Field label="Size" error={errorOf(fields.size)}>
        <Select
          {...textProps(fields.size)}
          autoComplete="off"
          required
          onChange={(event) => setSize(event.currentTarget.value)}
        >
          <option value="">Choose a size</option>
          {inquirySizes(product, color || null).map(({ size, soldOut }) => (
            <option key={size} value={size}>
              {soldOut ? `${size} (sold out)` : size}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Quantity" error={errorOf(fields.quantity)}>
        {hydrated ? (
          <NumberStepper
            stepLabel="Quantity"
            {...quantity}
            onBlur={({ currentTarget }) => {
              // Browsers report text that is not a number as empty.
              if (currentTarget.value === "") currentTarget.value = "1";
            }}
          />
        ) : (
          <Input type="number" {...quantity} />
        )}
      </Field>
      {size === CUSTOM_SIZE && <MadeToMeasure product={product} specified={specified} />}
      <Field
        label="Additional Notes"
        optional
        error={errorOf(fields.notes)}
        className="sm:col-span-2"
      >
        <Textarea {...textProps(fields.notes)} rows={3} />
      </Field>
    </Part>
  );
}
