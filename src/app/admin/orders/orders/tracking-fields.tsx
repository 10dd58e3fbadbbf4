import type { FieldMetadata } from "@conform-to/react";
import { useId } from "react";
import { FormField } from "#app/components/form/form-field.tsx";
import { KNOWN_CARRIERS } from "#features/sales/fulfillment/carriers.ts";

type Text = FieldMetadata<string | undefined>;
type Props = { fields: { carrier: Text; trackingNumber: Text; trackingUrl: Text } };

/** Derives a known carrier's link from the number. */
export function TrackingFields({ fields }: Props) {
  const listId = useId();
  return (
    <>
      <datalist id={listId}>
        {KNOWN_CARRIERS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField
          field={fields.carrier}
          label="Carrier"
          list={listId}
          autoComplete="off"
          required
        />
        <FormField
          field={fields.trackingNumber}
          label="Tracking number"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <FormField
        field={fields.trackingUrl}
        label="Tracking link"
        optional
        hint="Made from the number for DHL Express, FedEx, UPS, USPS, Royal Mail and Canada Post."
        type="url"
        autoComplete="off"
      />
    </>
  );
}
