import type { FieldMetadata } from "@conform-to/react";
import { getFormProps, useForm } from "@conform-to/react";
import { use, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { z } from "zod";
import { controlProps, FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import { fitLabels, lineName, sizeAndColor } from "#features/orders/order/line-description.ts";
import { entryOf } from "#features/orders/order/line-quantities.ts";
import type { OrderLine } from "#features/orders/order/order.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { returnSchema } from "#features/sales/returns/return-input.ts";
import type { LineReturn } from "#features/sales/returns/return-rules.ts";
import { RETURN_REASONS, returnReasonLabel } from "#features/sales/returns/return-rules.ts";
import { returnShippingHint } from "#features/sales/returns/return-shipping.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, FieldError, Select, Textarea } from "#ui/field.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";
import { RadioGroup } from "#ui/radio-group.tsx";

type Props = {
  order: MyOrder;
  result: FormResult | undefined;
  /** Proves a guest's order. */
  hidden?: Readonly<Record<string, string>>;
  cancel: { label: string; to: string } | null;
};

const CLOSED: Record<Exclude<LineReturn["closed"], null | "window_over">, string> = {
  not_completed: "Not paid yet.",
  all_announced: "Already announced.",
  not_sent: "It has not left us yet. Until it does, you can cancel it on the order's page.",
};

/** Whether an item of the line was delivered, as far as the shop knows. */
const isDelivered = ({ shipments }: MyOrder, line: OrderLine): boolean =>
  shipments.some(
    ({ deliveredAt, items }) => deliveredAt && items.some(({ itemId }) => itemId === line.id),
  );

function rule(order: MyOrder, line: OrderLine, returns: LineReturn): string {
  if (returns.closed === "window_over") {
    return returns.until
      ? `Could be returned until ${formatDay(returns.until)}.`
      : "The time for returns is over.";
  }
  if (returns.closed === "not_sent" && line.madeToMeasure) return "It has not left us yet.";
  if (returns.closed) return CLOSED[returns.closed];
  if (line.madeToMeasure) {
    return "Made to measure: only when it is defective or its measurements differ.";
  }
  if (!isDelivered(order, line)) return "The time for returns begins with its delivery.";
  return returns.until ? `Until ${formatDay(returns.until)}.` : "";
}

export function ReturnIntro({ className }: { className: string }) {
  return (
    <p className={`max-w-prose text-ink-soft ${className}`}>
      Choose what comes back and we give you the number that goes on the parcel. The{" "}
      <Link to="/returns" className="link">
        rules of returning
      </Link>{" "}
      in full.
    </p>
  );
}

/** Offers only items that the rules allow. */
export function ReturnForm({ order: mine, result, hidden = {}, cancel }: Props) {
  const mailRoute = use(MailRouteContext);
  const { order, returns } = mine;
  const element = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<z.input<typeof returnSchema>>({
    id: "return",
    lastResult: result,
  });
  useFocusAfter(result?.status === "error" && result, () =>
    element.current?.querySelector<HTMLElement>("[aria-invalid=true], select")?.focus(),
  );
  const returnable = order.lines.filter(({ id }) => (returns[id]?.reasons.length ?? 0) > 0);
  const reasons = RETURN_REASONS.filter((reason) =>
    Object.values(returns).some((line) => line.reasons.includes(reason)),
  );
  if (returnable.length === 0) return <NothingToReturn order={mine} cancel={cancel} />;
  return (
    <Form
      {...getFormProps(form)}
      ref={element}
      method="post"
      noValidate
      className="max-w-prose space-y-10"
    >
      <FormErrors form={form} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset aria-describedby="pieces-error">
        <legend className="mb-3 text-sm font-medium">Which pieces come back?</legend>
        <ul className="divide-y divide-line border-y border-line">
          {order.lines.map((line) => (
            <ReturnLine
              key={line.id}
              order={mine}
              line={line}
              returns={returns[line.id]}
              index={returnable.indexOf(line)}
              field={fields.items}
            />
          ))}
        </ul>
        <FieldError id="pieces-error" error={fields.items.errors?.join(" ")} />
      </fieldset>
      <RadioGroup
        legend="Why?"
        name={fields.reason.name}
        defaultValue={fields.reason.initialValue ?? ""}
        options={reasons.map((reason) => ({
          value: reason,
          label: returnReasonLabel(reason),
          hint: returnShippingHint(reason),
        }))}
        error={fields.reason.errors?.join(" ")}
      />
      <RadioGroup
        legend="How would you like to be paid back?"
        name={fields.way.name}
        defaultValue={fields.way.initialValue ?? "origin"}
        options={[
          { value: "origin", label: "The way I paid", hint: "" },
          {
            value: "credit",
            label: "As store credit",
            hint: promisedEmailText(
              {
                promised:
                  "It never expires and pays for any order. You have it by email with a private link.",
                instead: "It never expires and pays for any order.",
              },
              mailRoute,
            ),
          },
        ]}
        error={fields.way.errors?.join(" ")}
      />
      <FormField field={fields.note} label="Anything we should know" optional>
        <Textarea {...controlProps(fields.note)} rows={4} />
      </FormField>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={busy}>
          Get an authorization number
        </Button>
        {cancel && (
          <ButtonLink to={cancel.to} variant="secondary">
            {cancel.label}
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

/** Says of each piece why it cannot come back now. */
function NothingToReturn({ cancel, order }: Pick<Props, "cancel" | "order">) {
  return (
    <div className="max-w-prose space-y-10">
      <ul className="divide-y divide-line border-y border-line">
        {order.order.lines.map((line) => {
          const returns = order.returns[line.id];
          return (
            <li key={line.id} className="py-4">
              <p className="font-medium">{lineName(line)}</p>
              {returns && <p className="text-sm text-ink-quiet">{rule(order, line, returns)}</p>}
            </li>
          );
        })}
      </ul>
      {cancel && (
        <ButtonLink to={cancel.to} variant="secondary">
          Back to the order
        </ButtonLink>
      )}
    </div>
  );
}

type LineProps = {
  order: MyOrder;
  line: OrderLine;
  returns: LineReturn | undefined;
  index: number;
  field: FieldMetadata<z.input<typeof returnSchema>["items"]>;
};

function ReturnLine({ order, line, returns, index, field }: LineProps) {
  if (!returns) return null;
  const counts = Array.from({ length: returns.quantity + 1 }, (_, count) => count);
  return (
    <li className="flex items-center justify-between gap-6 py-4">
      <div>
        <p className="font-medium">{lineName(line)}</p>
        <p className="text-sm text-ink-soft">
          {[...sizeAndColor(line), ...fitLabels(line)].join(", ")}
        </p>
        <p className="text-sm text-ink-quiet">{rule(order, line, returns)}</p>
      </div>
      {returns.reasons.length > 0 && (
        <Field label={`Pieces of ${lineName(line)}, ${sizePhrase(line.size)}`} hideLabel>
          <input type="hidden" name={`${field.name}[${index}].itemId`} value={line.id} />
          <Select
            name={`${field.name}[${index}].quantity`}
            defaultValue={entryOf(field.initialValue, line.id)?.quantity ?? "0"}
            className="w-24"
          >
            {counts.map((count) => (
              <option key={count} value={count}>
                {count === 0 ? "None" : count}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </li>
  );
}

/** Comes into view where the form was far down the page. Guests have no order page to return to. */
export function Announced({ number, back }: { number: string; back: string | null }) {
  const panel = useRef<HTMLDivElement>(null);
  useFocusAfter(number, () => panel.current?.focus());
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="mt-8 max-w-prose scroll-mt-28 outline-none"
    >
      <p className="eyebrow">Your authorization number</p>
      <p className="display figures mt-2 text-4xl">{number}</p>
      <p className="mt-6 text-ink-soft">
        Write it on the parcel and send the parcel to the atelier, with tracking. We have mailed you
        the number and the address.
      </p>
      {back && (
        <ButtonLink to={back} variant="secondary" className="mt-8">
          Back to the order
        </ButtonLink>
      )}
    </div>
  );
}
