import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { MyOrder } from "#features/order-page/my-order-queries.server.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import type { OrderLine } from "#features/orders/order.ts";
import type { ReturnErrors } from "#features/returns/return-input.ts";
import type { LineReturn } from "#features/returns/return-rules.ts";
import { RETURN_REASONS, returnReasonLabel } from "#features/returns/return-rules.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { Textarea } from "#ui/textarea.tsx";

/** What was typed, for the form to hold when it comes back. */
export type SubmittedReturn = { pieces: Record<string, string>; reason: string; note: string };

type Props = { order: MyOrder; errors: ReturnErrors; typed: SubmittedReturn | null };

const CLOSED: Record<NonNullable<LineReturn["closed"]>, string> = {
  not_completed: "Not paid yet.",
  all_announced: "Already announced.",
  window_over: "The 30 days for returns are over.",
};

function rule(line: OrderLine, returns: LineReturn): string {
  if (returns.closed) return CLOSED[returns.closed];
  if (line.madeToMeasure) {
    return "Made to measure: only when it is defective or its measurements differ.";
  }
  return returns.until ? `Until ${formatDay(returns.until)}.` : "";
}

/** Which pieces come back and why; only what the rules allow can be chosen. */
export function ReturnForm({ order: { order, returns }, errors, typed }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === "submitting";
  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], select")?.focus();
  }, [errors]);
  const reasons = RETURN_REASONS.filter((reason) =>
    Object.values(returns).some((line) => line.reasons.includes(reason)),
  );
  return (
    <Form ref={form} method="post" noValidate className="max-w-prose space-y-10">
      <fieldset aria-describedby="pieces-error">
        <legend className="mb-3 text-sm font-medium">Which pieces come back?</legend>
        <ul className="divide-y divide-line border-y border-line">
          {order.lines.map((line) => (
            <ReturnLine
              key={line.id}
              line={line}
              returns={returns[line.id]}
              chosen={typed?.pieces[line.id]}
            />
          ))}
        </ul>
        <FieldError id="pieces-error" error={errors.pieces} />
      </fieldset>
      <RadioGroup
        legend="Why?"
        name="reason"
        defaultValue={typed?.reason ?? ""}
        options={reasons.map((reason) => ({ value: reason, label: returnReasonLabel(reason) }))}
        error={errors.reason}
      />
      <Field label="Anything we should know" optional error={errors.note}>
        <Textarea name="note" rows={4} defaultValue={typed?.note} />
      </Field>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={busy}>
          Get an authorization number
        </Button>
        <ButtonLink to={`/profile/orders/${order.id}`} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

type LineProps = {
  line: OrderLine;
  returns: LineReturn | undefined;
  chosen: string | undefined;
};

function ReturnLine({ line, returns, chosen }: LineProps) {
  if (!returns) return null;
  const counts = Array.from({ length: returns.pieces + 1 }, (_, count) => count);
  return (
    <li className="flex items-center justify-between gap-6 py-4">
      <div>
        <p className="font-medium">{line.productName}</p>
        <p className="text-sm text-ink-soft">
          Size {line.size}
          {line.colorName && `, ${line.colorName}`}
        </p>
        <p className="text-sm text-ink-quiet">{rule(line, returns)}</p>
      </div>
      {returns.reasons.length > 0 && (
        <Field label={`Pieces of ${line.productName}, size ${line.size}`} hideLabel>
          <Select name={`pieces-${line.id}`} defaultValue={chosen ?? "0"} className="w-24">
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
