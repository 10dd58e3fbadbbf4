import type { ReactNode } from "react";
import { Form } from "react-router";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import { formatLongDay } from "#core/business-days.ts";
import { deliveryMessage } from "#core/delivery-promise.ts";
import { formatMoney } from "#core/money-amount.ts";
import { BUSINESS_LABELS } from "#features/base/settings/business-facts.ts";
import type { NeedByOutcome, ReadyPage } from "#features/garments/scheduling/need-by.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

/** When it arrives without a word about a day, by each method that serves the destination. */
export function UsualArrivals({ page }: { page: ReadyPage }) {
  const { isBusy, ready, usual } = page;
  if (ready === null) {
    return <p>The atelier has no free day within a year. Please write to us.</p>;
  }
  if (usual.length === 0) return <p>We do not ship there yet. Please write to us.</p>;
  return (
    <>
      <ul className="figures space-y-1">
        {usual.map(({ arrives, id, label }) => (
          <li key={id}>
            <UnbrokenDays
              text={deliveryMessage({ arrival: { arrives }, method: label, price: null })}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-quiet">
        {isBusy
          ? `More is ordered than usual, so this is later than the ${BUSINESS_LABELS.madeToMeasure} that we usually need.`
          : `Counted from today, with the work that waits in the atelier, its days off and Guyana's public holidays.`}
      </p>
    </>
  );
}

type FormProps = {
  countries: readonly { code: string; name: string }[];
  to: string;
  day: string;
  error: string | null;
  today: string;
  /** Hidden fields that the answer needs too. */
  children?: ReactNode;
};

/** Asks by GET, so that it works without JavaScript and the URL holds what was asked. */
export function NeedByForm({ children, countries, day, error, to, today }: FormProps) {
  return (
    <Form method="get" noValidate className="max-w-form space-y-5">
      {children}
      <Field label="Deliver to">
        <Select name="to" defaultValue={to} key={to} autoComplete="country">
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="I need it by" error={error}>
        <Input type="date" name="day" defaultValue={day} key={day} min={today} required />
      </Field>
      <Button type="submit" variant="secondary" className="w-full">
        Ask the atelier
      </Button>
    </Form>
  );
}

/** Says yes, rush with its price, or no with the first possible day; `children` say what to do about it. */
export function NeedByNotice({
  children,
  outcome,
}: {
  outcome: NeedByOutcome;
  children?: ReactNode;
}) {
  const day = formatLongDay(outcome.day);
  switch (outcome.kind) {
    case "yes":
      return (
        <Notice kind="success" title={`Yes, by ${day}`}>
          <p>It is there by then with {outcome.method}.</p>
          {children}
        </Notice>
      );
    case "rush":
      return (
        <Notice kind="info" title={`Yes, with rush: ${formatMoney(outcome.price)} more`}>
          <p>
            A maker works overtime, and it is there by {day} with {outcome.method}.
          </p>
          {children}
        </Notice>
      );
    case "no":
      return (
        <Notice kind="warning" title={`Not by ${day}`}>
          <p>
            {outcome.arrives
              ? `The first day we can promise is ${formatLongDay(outcome.arrives)}.`
              : "The atelier has no free day for it."}
          </p>
          {children}
        </Notice>
      );
  }
}
