import { getFormProps, useForm } from "@conform-to/react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import type { StockUnit } from "#features/catalog/inventory/movement.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

/** `done` is the message of an accepted form. */
type EntryResult = FormResult & { done?: string };

/** How an amount of a unit is entered. */
type UnitFields = {
  amount: "quantity" | "length";
  known: "knownStock" | "knownLength";
  amountField: Omit<ComponentProps<typeof FormField>, "field">;
  noteField: Omit<ComponentProps<typeof FormField>, "field">;
};

const FIELDS: Record<StockUnit, UnitFields> = {
  items: {
    amount: "quantity",
    known: "knownStock",
    amountField: {
      label: "Pieces",
      inputMode: "numeric",
      pattern: "[0-9]{1,6}",
      title: "A whole number",
    },
    noteField: { label: "Note", optional: true },
  },
  millimetres: {
    amount: "length",
    known: "knownLength",
    amountField: { label: "Metres", inputMode: "decimal" },
    noteField: { label: "Reason", hint: "Required where a count differs." },
  },
};

type Props = {
  unit: StockUnit;
  hint: string;
  /** What the page shows; null where a SKU is entered or scanned. */
  of: { sku?: string; inStock: number } | null;
  result: EntryResult | undefined;
  /** Whether the result is that of another form of the page. */
  isOther: boolean;
  children?: ReactNode;
};

/** Focuses the first field after an entry of items, the amount after a scanned SKU. */
function useScanner(result: EntryResult | undefined, resetKey: string | undefined) {
  const sku = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Conform remounts the fields on reset, so the focus is set again.
    if (result?.done && resetKey) (sku.current ?? amount.current)?.focus();
  }, [result, resetKey]);
  const focusAmount = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || amount.current?.value) return;
    event.preventDefault();
    amount.current?.focus();
  };
  return { sku, amount, focusAmount };
}

/**
 * Receives or counts stock of any unit. A bar-code reader ends a SKU with Enter, which focuses the amount; Enter there submits.
 */
export function StockEntryPanel({ unit, hint, of, result, isOther, children }: Props) {
  const { amount: amountName, amountField, known, noteField } = FIELDS[unit];
  const [form, fields] = useForm<{ sku: string; quantity: string; length: string; note: string }>({
    id: "stock-entry",
    lastResult: isOther ? undefined : result,
    defaultNoValidate: false,
  });
  const field = fields[amountName];
  const scanned = unit === "items" ? result : undefined;
  const { sku, amount, focusAmount } = useScanner(scanned, field.key);
  const { state, formData } = useNavigation();
  const isSending = state === "submitting" && formData?.has(amountName) === true;
  return (
    <section aria-label="Receive or count" className="border border-line p-4 sm:p-5">
      <h2 className="font-medium">Receive or count</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">{hint}</p>
      <Form
        method="post"
        preventScrollReset
        {...getFormProps(form)}
        noValidate={false}
        className="flex flex-wrap items-start gap-4"
      >
        <FormErrors form={form} className="w-full" />
        {of?.sku && <input type="hidden" name="sku" value={of.sku} />}
        {of ? (
          <input type="hidden" name={known} value={of.inStock} />
        ) : (
          <FormField
            field={fields.sku}
            label="SKU"
            className="w-full sm:w-72"
            ref={sku}
            onKeyDown={focusAmount}
            required
            maxLength={120}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <FormField
          field={field}
          {...amountField}
          className="figures w-28"
          ref={amount}
          required
          autoComplete="off"
        />
        <FormField
          field={fields.note}
          {...noteField}
          className="min-w-40 grow basis-40 sm:max-w-96"
          maxLength={200}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3 sm:pt-[1.6875rem]">
          <Button type="submit" name="intent" value="receive" busy={isSending}>
            Receive
          </Button>
          <Button
            type="submit"
            name="intent"
            value="count"
            variant="secondary"
            disabled={isSending}
          >
            Set the count
          </Button>
        </div>
      </Form>
      {children}
    </section>
  );
}

/** Says below a form that it was accepted. */
export function EntryStatus({ result }: { result: EntryResult | undefined }) {
  return (
    <div role="status" className="empty:sr-only">
      {result?.done && (
        <Notice kind="success" className="mt-4">
          {result.done}
        </Notice>
      )}
    </div>
  );
}
