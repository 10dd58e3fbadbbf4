import { getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import type { CountryOption } from "#app/components/address/country-options.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { PaymentRequest } from "#platform/payments.server.ts";
import { Button } from "#ui/button.tsx";
import type { DeliveryForm } from "./delivery-fields.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";

type Props = {
  /** A donation needs no address. */
  kind: PaymentRequest["kind"];
  /** What the order does not hold before it is paid. */
  notice: string | null;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  delivery: DeliveryForm;
};

/** Offers address, shipping and outcomes in one form that works without JavaScript. */
export function TestPaymentForm({ kind, notice, countries, delivery }: Props) {
  const navigation = useNavigation();
  const busy = navigation.state === "idle" ? null : navigation.formData?.get("intent");
  return (
    <Form method="post" {...getFormProps(delivery.form)} noValidate className="space-y-10">
      <DeliveryFields hasAddress={kind === "order"} countries={countries} delivery={delivery} />
      {notice && <p className="text-sm text-ink-soft">{notice}</p>}
      <Outcomes busy={busy} delivery={delivery} />
    </Form>
  );
}

type OutcomesProps = { busy: FormDataEntryValue | null | undefined; delivery: DeliveryForm };

function Outcomes({ busy, delivery }: OutcomesProps) {
  return (
    <div className="space-y-3">
      <Button
        type="submit"
        name="intent"
        value="pay"
        size="lg"
        className="figures w-full"
        disabled={delivery.isUnserved}
        busy={busy === "pay"}
      >
        Pay {formatMoney(delivery.total)}
      </Button>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {OTHER_OUTCOMES.map(({ intent, label }) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            variant="secondary"
            busy={busy === intent}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="text-sm text-ink-quiet">
        Pay confirms the order. Fail declines the card, and you can try again. Expire ends the
        session as if 30 minutes had passed. Cancel goes back to the shop.
      </p>
    </div>
  );
}

const OTHER_OUTCOMES = [
  { intent: "fail", label: "Fail" },
  { intent: "expire", label: "Expire" },
  { intent: "cancel", label: "Cancel" },
] as const;
