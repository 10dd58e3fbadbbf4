import { getFormProps, useForm } from "@conform-to/react";
import { use, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { z } from "zod";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { payoutAccountSchema } from "#features/sales/payments/payout-account.ts";
import { moneyBackMessage } from "#features/sales/payments/transfer-back.ts";
import { Button } from "#ui/button.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";

/** The page's action stores the account. */
export const SAVE_ACCOUNT = "payout-account";

/** Where the money has left, or nothing goes back any more. */
export const ACCOUNT_NOT_NEEDED =
  "Nothing waits to be sent any more. Reload the page to see what became of it.";

type Props = {
  order: Pick<MyOrder, "moneyBack" | "payoutEnding">;
  result: FormResult | undefined;
  /** Identifies a guest's order to the page's action. */
  fields?: Readonly<Record<string, string>>;
  /** True for a guest who has not proven the order with a code: whoever names the account gets the money. */
  isLocked?: boolean;
};

/** What the shop has to send to the customer's bank account, by which day, and to which account. */
export function MoneyBack({ fields = {}, isLocked = false, order, result }: Props) {
  const mailRoute = use(MailRouteContext);
  const { moneyBack, payoutEnding } = order;
  if (moneyBack.length === 0) return null;
  return (
    <section aria-labelledby="money-back" className="mb-12 border-y border-ink py-8">
      <h2 id="money-back" className="display scroll-mt-6 text-2xl">
        Money back
      </h2>
      <ul className="figures mt-3">
        {moneyBack.map((owed) => (
          <li key={owed.id}>{moneyBackMessage(owed, mailRoute)}</li>
        ))}
      </ul>
      <AccountPart ending={payoutEnding} fields={fields} isLocked={isLocked} result={result} />
    </section>
  );
}

type PartProps = {
  ending: string | null;
  fields: Readonly<Record<string, string>>;
  isLocked: boolean;
  result: FormResult | undefined;
};

function AccountPart({ ending, fields, isLocked, result }: PartProps) {
  if (isLocked) {
    return (
      <p className="mt-3 text-ink-soft">
        {ending
          ? `It goes to the account ending in ${ending}. To change it, `
          : "To tell us the account, "}
        <a href="#order-code" className="link inline-block py-1">
          enter a code from your mailbox
        </a>
        .
      </p>
    );
  }
  if (!ending) return <AccountForm fields={fields} result={result} />;
  return (
    <details open={result !== undefined} className="mt-3">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        It goes to the account ending in {ending}. Change the account
      </summary>
      <AccountForm fields={fields} result={result} />
    </details>
  );
}

function AccountForm({ fields, result }: Pick<PartProps, "fields" | "result">) {
  const element = useRef<HTMLFormElement>(null);
  const { formData, state } = useNavigation();
  const [form, { accountNumber, bank, holder }] = useForm<z.input<typeof payoutAccountSchema>>({
    id: "payout-account",
    lastResult: result,
  });
  useFocusAfter(result?.status === "error" && result, () =>
    element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
  );
  return (
    <Form
      {...getFormProps(form)}
      ref={element}
      method="post"
      preventScrollReset
      noValidate
      aria-label="Your bank account"
      className="mt-4 grid max-w-prose gap-5"
    >
      <p className="text-ink-soft">
        Please tell us the account. We use it for this alone and remove it once the money has left.
      </p>
      <FormErrors form={form} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormField field={holder} label="Account holder" autoComplete="name" required />
      <FormField field={accountNumber} label="Account number or IBAN" autoComplete="off" required />
      <FormField
        field={bank}
        label="Bank"
        hint="Its name and country; for a transfer abroad its BIC (SWIFT) too."
        autoComplete="off"
        required
      />
      <div>
        <Button
          type="submit"
          name="intent"
          value={SAVE_ACCOUNT}
          busy={state !== "idle" && formData?.get("intent") === SAVE_ACCOUNT}
        >
          Save the account
        </Button>
      </div>
    </Form>
  );
}
