import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import type { CountryOption } from "#app/components/address/country-options.ts";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { PaymentLine } from "#platform/payments.server.ts";
import type { DeliveryForm } from "./delivery-fields.tsx";
import { DeliveryFields, PaymentSummary } from "./delivery-fields.tsx";

type Props = {
  title: string;
  lead: string;
  lines: readonly PaymentLine[];
  total: MoneyAmount;
  credit: MoneyAmount | null;
  /** Says how the order is paid. */
  payment: ReactNode;
  countries: { near: CountryOption[]; rest: CountryOption[] };
  delivery: DeliveryForm;
  /** What the order does not hold before it is paid; null for nothing. */
  notice: string | null;
  /** From when the days of delivery are counted, where that is not now. */
  countedFrom?: string | null;
  /** Renders the button that places the order. */
  children: ReactNode;
};

export const deliveryMeta = (title: string, siteName: string | undefined) => [
  { title: `${title} | ${siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

/** The page on which an order is delivered that is paid without a payment provider. */
export function DeliveryPage(props: Props) {
  const { title, lead, payment, countries, credit, delivery, lines, notice, total } = props;
  const { children, countedFrom = null } = props;
  return (
    <>
      <h1 className="display text-3xl">{title}</h1>
      <p className="mt-3 mb-8 max-w-prose text-ink-soft">{lead}</p>
      <div className="grid gap-12 lg:grid-cols-12 lg:gap-16">
        <section
          aria-labelledby="order-summary"
          className="lg:order-2 lg:col-span-6 lg:border-l lg:border-line lg:pl-16"
        >
          <h2 id="order-summary" className="display mb-5 text-xl">
            Order Summary
          </h2>
          <PaymentSummary credit={credit} lines={lines} total={total} delivery={delivery}>
            <p className="mt-2 text-sm wrap-anywhere text-ink-quiet">{payment}</p>
          </PaymentSummary>
        </section>
        <Form
          method="post"
          {...getFormProps(delivery.form)}
          noValidate
          className="space-y-10 lg:order-1 lg:col-span-6"
        >
          <DeliveryFields
            hasAddress
            countries={countries}
            delivery={delivery}
            countedFrom={countedFrom}
          />
          {notice && (
            <p className="text-sm text-ink-soft">
              <UnbrokenDays text={notice} />
            </p>
          )}
          {children}
        </Form>
      </div>
    </>
  );
}
