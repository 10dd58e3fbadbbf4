import { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/web/form.server.ts";
import type { PaymentFormValues } from "#features/checkout/delivery-input.ts";
import type { PaymentRequest, ShippingOption } from "#platform/payments.server.ts";
import { Button } from "#ui/button.tsx";
import type { CountryOption } from "./country-options.ts";
import { DeliveryFields, useDeliveryForm } from "./delivery-fields.tsx";

type Props = {
  /** A donation needs no address. */
  kind: PaymentRequest["kind"];
  offers: readonly ShippingOption[];
  countries: { near: CountryOption[]; rest: CountryOption[] };
  values: PaymentFormValues;
  lastResult: FormResult | undefined;
};

/** Address, shipping and the outcomes to choose from, in one form that works without JavaScript. */
export function TestPaymentForm({ kind, offers, countries, values, lastResult }: Props) {
  const navigation = useNavigation();
  const delivery = useDeliveryForm(values, lastResult);
  const busy = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  return (
    <Form method="post" {...getFormProps(delivery.form)} noValidate className="space-y-10">
      <DeliveryFields
        hasAddress={kind === "order"}
        options={offers}
        countries={countries}
        delivery={delivery}
      />
      <Outcomes busy={busy} />
    </Form>
  );
}

function Outcomes({ busy }: { busy: FormDataEntryValue | null | undefined }) {
  return (
    <div className="space-y-3">
      <Button
        type="submit"
        name="intent"
        value="pay"
        size="lg"
        className="w-full"
        busy={busy === "pay"}
      >
        Pay
      </Button>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Button type="submit" name="intent" value="fail" variant="secondary" busy={busy === "fail"}>
          Fail
        </Button>
        <Button
          type="submit"
          name="intent"
          value="expire"
          variant="secondary"
          busy={busy === "expire"}
        >
          Expire
        </Button>
        <Button
          type="submit"
          name="intent"
          value="cancel"
          variant="secondary"
          busy={busy === "cancel"}
        >
          Cancel
        </Button>
      </div>
      <p className="text-sm text-ink-quiet">
        Pay confirms the order. Fail declines the card, and you can try again. Expire ends the
        session as if 30 minutes had passed. Cancel goes back to the shop.
      </p>
    </div>
  );
}
