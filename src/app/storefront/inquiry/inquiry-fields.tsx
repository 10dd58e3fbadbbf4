import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { useState } from "react";
import { Link } from "react-router";
import { textProps } from "#app/components/form/use-server-form.tsx";
import { fitPagePath } from "#app/components/product/product-url.ts";
import { formatMoney } from "#core/money-amount.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { InquiredFit } from "#features/office/inbox/inquired-fit.server.ts";
import type { InquiryProduct } from "#features/office/inbox/inquiry-form.ts";
import {
  emailDoubt,
  inquirySizes,
  MAX_INQUIRY_QUANTITY,
} from "#features/office/inbox/inquiry-form.ts";
import { optionLabels } from "#features/orders/order/line-description.ts";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { NumberStepper } from "#ui/number-stepper.tsx";

/** A fit that is known by its reference, without measurements. */
export type SpecifiedFit = InquiredFit & { specification: string };

export type InquiryFields = Record<
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
export function ContactFields({ fields, errorOf }: InquiryFieldsProps) {
  return (
    <Part title="Contact">
      <Field label="First Name" error={errorOf(fields.firstName)}>
        <Input {...textProps(fields.firstName)} autoComplete="given-name" required />
      </Field>
      <Field label="Last Name" optional error={errorOf(fields.lastName)}>
        <Input {...textProps(fields.lastName)} autoComplete="family-name" />
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
export function ProductFields({
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
