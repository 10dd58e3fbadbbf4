import type { ReactNode } from "react";
import { useState } from "react";
import type { InquiryErrors, SubmittedInquiry } from "#features/inbox/inquiry-input.ts";
import { emailDoubt, MAX_INQUIRY_QUANTITY } from "#features/inbox/inquiry-input.ts";
import type { InquiryProduct } from "#features/inbox/inquiry-sizes.ts";
import { inquirySizes } from "#features/inbox/inquiry-sizes.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { NumberStepper } from "#ui/number-stepper.tsx";
import { Select } from "#ui/select.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

type Props = {
  /** What the fields start with. */
  start: SubmittedInquiry;
  errors: InquiryErrors;
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="eyebrow mb-4">{title}</legend>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** First Name to Postal Code (specification 2, Guyana Sales inquiry dialog). */
export function ContactFields({ start, errors }: Props) {
  return (
    <Part title="Contact">
      <Field label="First Name" error={errors.firstName}>
        <Input name="firstName" autoComplete="given-name" required defaultValue={start.firstName} />
      </Field>
      <Field label="Last Name" error={errors.lastName}>
        <Input name="lastName" autoComplete="family-name" required defaultValue={start.lastName} />
      </Field>
      <EmailField start={start} errors={errors} />
      <Field label="Phone Number" error={errors.phone}>
        <Input
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          defaultValue={start.phone}
        />
      </Field>
      <Field label="Address" error={errors.address} className="sm:col-span-2">
        <Textarea
          name="address"
          rows={2}
          autoComplete="street-address"
          required
          defaultValue={start.address}
        />
      </Field>
      <Field label="City" error={errors.city}>
        <Input name="city" autoComplete="address-level2" required defaultValue={start.city} />
      </Field>
      <Field label="Postal Code" optional error={errors.postalCode}>
        <Input name="postalCode" autoComplete="postal-code" defaultValue={start.postalCode} />
      </Field>
    </Part>
  );
}

/** An address that no mail reaches is said quietly and taken all the same: the specification asks for no format. */
function EmailField({ start, errors }: Props) {
  const [doubt, setDoubt] = useState<string | null>(null);
  return (
    <Field
      label="Email Address"
      error={errors.email}
      hint={doubt && <span role="status">{doubt}</span>}
    >
      <Input
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        defaultValue={start.email}
        onChange={() => setDoubt(null)}
        onBlur={(event) => setDoubt(emailDoubt(event.currentTarget.value))}
      />
    </Field>
  );
}

/** Product name, Size, Quantity and Additional Notes; the colour where there is a choice of it. */
export function ProductFields({ product, start, errors }: Props & { product: InquiryProduct }) {
  const [color, setColor] = useState(start.color);
  const [only] = product.colors;
  const hydrated = useHydrated();
  const quantity = {
    name: "quantity",
    min: 1,
    max: MAX_INQUIRY_QUANTITY,
    step: 1,
    inputMode: "numeric",
    autoComplete: "off",
    defaultValue: start.quantity,
  } as const;
  return (
    <Part title="Product">
      <Field label="Product Name" className="sm:col-span-2">
        <Input name="productName" readOnly autoComplete="off" value={product.name} />
      </Field>
      {product.colors.length > 1 ? (
        <Field label="Color" className="sm:col-span-2">
          <Select
            name="color"
            autoComplete="off"
            defaultValue={start.color}
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
      <Field label="Size" error={errors.size}>
        <Select name="size" autoComplete="off" required defaultValue={start.size}>
          <option value="">Choose a size</option>
          {inquirySizes(product, color || null).map(({ size, soldOut }) => (
            <option key={size} value={size}>
              {soldOut ? `${size} (sold out)` : size}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Quantity" error={errors.quantity}>
        {hydrated ? (
          <NumberStepper
            stepLabel="Quantity"
            {...quantity}
            onBlur={({ currentTarget }) => {
              // A browser gives a number that is none as empty.
              if (currentTarget.value === "") currentTarget.value = "1";
            }}
          />
        ) : (
          <Input type="number" {...quantity} />
        )}
      </Field>
      <Field label="Additional Notes" optional error={errors.notes} className="sm:col-span-2">
        <Textarea name="notes" rows={3} defaultValue={start.notes} />
      </Field>
    </Part>
  );
}
