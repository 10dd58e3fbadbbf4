import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { EntryProblems, SubmittedStockEntry } from "#features/inventory/stock-entry.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

type Props = {
  /** The combination the page is about; null where a SKU is typed or scanned. */
  of: { sku: string; onShelf: number } | null;
  /** What was typed before and refused, else empty fields. */
  typed: SubmittedStockEntry;
  problems: EntryProblems;
  /** Where the next entry begins after one was answered; null while the page is fresh and nobody is to be moved. */
  focus: "first" | "pieces" | null;
};

/**
 * Pieces that came in, or what was counted. A bar-code reader ends a SKU with Enter, which leads to the pieces; Enter there receives
 * them, and the next SKU can be read. A form like any other without script.
 */
export function StockEntryForm({ of, typed, problems, focus }: Props) {
  const sku = useRef<HTMLInputElement>(null);
  const pieces = useRef<HTMLInputElement>(null);
  const { state, formData } = useNavigation();
  const isSending = state === "submitting" && formData?.has("pieces") === true;
  useEffect(() => {
    if (focus) (focus === "pieces" ? pieces : sku).current?.focus();
  }, [focus]);
  const toPieces = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || pieces.current?.value) return;
    event.preventDefault();
    pieces.current?.focus();
  };
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-4">
      {of ? (
        <>
          <input type="hidden" name="sku" value={of.sku} />
          <input type="hidden" name="seen" value={of.onShelf} />
        </>
      ) : (
        <Field label="SKU" error={problems.sku} className="w-full sm:w-72">
          <Input
            ref={sku}
            name="sku"
            defaultValue={typed.sku}
            onKeyDown={toPieces}
            required
            maxLength={120}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
      )}
      <Field label="Pieces" error={problems.pieces} className="w-28">
        <Input
          ref={pieces}
          name="pieces"
          defaultValue={typed.pieces}
          required
          inputMode="numeric"
          pattern="[0-9]{1,6}"
          title="A whole number"
          autoComplete="off"
          className="figures"
        />
      </Field>
      <Field
        label="Note"
        optional
        error={problems.note}
        className="min-w-40 grow basis-40 sm:max-w-96"
      >
        <Input name="note" defaultValue={typed.note} maxLength={200} autoComplete="off" />
      </Field>
      <div className="flex flex-wrap gap-3 sm:pt-[1.6875rem]">
        <Button type="submit" name="intent" value="receive" busy={isSending}>
          Receive
        </Button>
        <Button type="submit" name="intent" value="count" variant="secondary" disabled={isSending}>
          Set the count
        </Button>
      </div>
    </Form>
  );
}
