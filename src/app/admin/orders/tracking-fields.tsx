import { useId } from "react";
import { KNOWN_CARRIERS } from "#features/fulfillment/carriers.ts";
import type { TrackingInput } from "#features/fulfillment/shipment-input.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { OrderActionRefusal } from "./order-actions.ts";

type Props = { values: TrackingInput | null; refusal: OrderActionRefusal | null };

/** Who carries a parcel and how it is followed; a known carrier's link makes itself. */
export function TrackingFields({ values, refusal }: Props) {
  const listId = useId();
  const typed = refusal?.typed ?? values;
  const errors = refusal?.errors ?? {};
  return (
    <>
      <datalist id={listId}>
        {KNOWN_CARRIERS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Carrier" error={errors.carrier}>
          <Input
            name="carrier"
            list={listId}
            defaultValue={typed?.carrier}
            autoComplete="off"
            required
          />
        </Field>
        <Field label="Tracking number" optional error={errors.trackingNumber}>
          <Input
            name="trackingNumber"
            defaultValue={typed?.trackingNumber}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
      </div>
      <Field
        label="Tracking link"
        optional
        hint="Made from the number for DHL Express, FedEx, UPS, USPS, Royal Mail and Canada Post."
        error={errors.trackingUrl}
      >
        <Input type="url" name="trackingUrl" defaultValue={typed?.trackingUrl} autoComplete="off" />
      </Field>
    </>
  );
}
