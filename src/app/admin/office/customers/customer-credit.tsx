import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { AmountField, ReasonField } from "#app/components/form/amount-and-reason.tsx";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { CreditLedger } from "#app/components/store-credit/credit-ledger.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  credit: StoreCreditView | null;
  idempotencyKey: string;
  actionResult: FormResult | undefined;
};

export function CustomerCredit({ credit, idempotencyKey, actionResult }: Props) {
  const held = credit?.held;
  return (
    <section id="store-credit" className="scroll-mt-6">
      <h2 className="display text-xl">Store credit</h2>
      <p className="figures mt-2 text-sm">
        {credit ? <strong>{formatMoney(credit.balance)}</strong> : "None so far."}
        {held && held.minorUnits > 0 && (
          <span className="text-ink-soft">
            , and {formatMoney(held)} held for a checkout that is not finished
          </span>
        )}
      </p>
      {credit && credit.entries.length > 0 && (
        <div className="mt-4 max-w-140">
          <CreditLedger entries={credit.entries} />
        </div>
      )}
      <div key={idempotencyKey} className="mt-4 flex max-w-140 flex-wrap gap-x-6">
        <CreditForm
          idempotencyKey={idempotencyKey}
          actionResult={actionResult}
          intent="give-credit"
          title="Give store credit…"
          submit="Give it and tell the customer"
          hint="The customer reads it."
        />
        {credit && credit.balance.minorUnits > 0 && (
          <CreditForm
            idempotencyKey={idempotencyKey}
            actionResult={actionResult}
            intent="take-credit"
            title="Take some back…"
            submit="Take it back"
            hint="The customer sees it beside the balance. No email is sent."
          />
        )}
      </div>
    </section>
  );
}

type CreditFormProps = Omit<Props, "credit"> & {
  intent: "give-credit" | "take-credit";
  title: string;
  submit: string;
  hint: string;
};

function CreditForm(props: CreditFormProps) {
  const { actionResult, hint, idempotencyKey, intent, submit, title } = props;
  const { formData, state } = useNavigation();
  const lastResult = intentOf(actionResult) === intent ? actionResult : undefined;
  const [form, fields] = useForm<{ amount: string; note: string }>({ id: intent, lastResult });
  return (
    <details open={lastResult?.error !== undefined} className="open:w-full">
      <summary className="inline-flex min-h-11 items-center text-sm text-ink-soft underline decoration-edge underline-offset-[0.4em]">
        {title}
      </summary>
      <Form
        method="post"
        {...getFormProps(form)}
        preventScrollReset
        className="mt-2 space-y-4 border-l-2 border-line py-1 pl-5"
      >
        <FormErrors form={form} />
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <AmountField field={fields.amount} />
        <ReasonField field={fields.note} hint={hint} />
        <Button
          type="submit"
          variant={intent === "take-credit" ? "danger" : "primary"}
          busy={state === "submitting" && formData?.get("intent") === intent}
        >
          {submit}
        </Button>
      </Form>
    </details>
  );
}
