import { getFormProps, useForm } from "@conform-to/react";
import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { intentOf } from "#app/web/submit-form.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { StockFormResult } from "./handle-stock-form.server.ts";

type Props = {
  title: string;
  hint: string;
  /** Null where a SKU is entered or scanned. */
  of: { sku: string; inStock: number } | null;
  result: StockFormResult | undefined;
};

/** Focuses the first field after an entry, the quantity after a scanned SKU. */
function useScanner(result: StockFormResult | undefined, resetKey: string | undefined) {
  const sku = useRef<HTMLInputElement>(null);
  const quantity = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Conform remounts the fields on reset, so the focus is set again.
    if (result?.done && resetKey) (sku.current ?? quantity.current)?.focus();
  }, [result, resetKey]);
  const focusQuantity = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || quantity.current?.value) return;
    event.preventDefault();
    quantity.current?.focus();
  };
  return { sku, quantity, focusQuantity };
}

/** A bar-code reader ends a SKU with Enter, which focuses the quantity; Enter there submits. */
export function StockEntryPanel({ title, hint, of, result }: Props) {
  const isOther = intentOf(result) === "low-stock";
  const [form, fields] = useForm<{ sku: string; quantity: string; note: string }>({
    id: "stock-entry",
    lastResult: isOther ? undefined : result,
    defaultNoValidate: false,
  });
  const { sku, quantity, focusQuantity } = useScanner(result, fields.quantity.key);
  const { state, formData } = useNavigation();
  const isSending = state === "submitting" && formData?.has("quantity") === true;
  return (
    <section aria-label={title} className="border border-line p-4 sm:p-5">
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-soft">{hint}</p>
      <Form
        method="post"
        preventScrollReset
        {...getFormProps(form)}
        noValidate={false}
        className="flex flex-wrap items-start gap-4"
      >
        <FormErrors form={form} className="w-full" />
        {of ? (
          <>
            <input type="hidden" name="sku" value={of.sku} />
            <input type="hidden" name="knownStock" value={of.inStock} />
          </>
        ) : (
          <FormField
            field={fields.sku}
            label="SKU"
            className="w-full sm:w-72"
            ref={sku}
            onKeyDown={focusQuantity}
            required
            maxLength={120}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <FormField
          field={fields.quantity}
          label="Pieces"
          className="figures w-28"
          ref={quantity}
          required
          inputMode="numeric"
          pattern="[0-9]{1,6}"
          title="A whole number"
          autoComplete="off"
        />
        <FormField
          field={fields.note}
          label="Note"
          optional
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
      <div role="status" className="empty:hidden">
        {result?.done && (
          <Notice kind="success" className="mt-4">
            {result.done}
          </Notice>
        )}
      </div>
    </section>
  );
}
