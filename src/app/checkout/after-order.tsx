import { useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import { NEW_PASSWORD_HINT, PasswordField } from "#app/components/form/password-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText } from "#features/base/mail/outbox.ts";
import type { OrderView } from "#features/sales/checkout/retrieve-order.server.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border border-line p-5 sm:p-8">
      <h2 id={id} className="display mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Older orders have no measurements: the atelier asks for them. */
function firstSteps({ lines, production }: OrderView): string[] {
  const made = lines.filter(({ described }) => described.madeToMeasure);
  const { daysOfMaking } = production;
  const making = daysOfMaking === null ? "" : ` Making it adds ${daysOfMaking}.`;
  if (made.length === 0)
    return [`We press, check and pack your order within ${production.processing}.`];
  if (made.some(({ described }) => !described.fit)) {
    return [`We write to you for your measurements.${making}`];
  }
  return [
    `A tailor looks at your measurements and writes to you if one needs another look.${making}`,
    "Then we cut. Your order's page has the contract: the measurements, the options and the price. Nothing in it changes without your approval.",
  ];
}

/** What is promised of the delivery, and where it goes. */
function DeliveryFacts({ order: { addressLines, delivery } }: { order: OrderView }) {
  return (
    <>
      {delivery && <p className="figures text-base font-medium">{delivery}</p>}
      <address className="mt-2 text-ink-soft not-italic">
        {addressLines.map((line) => (
          <span key={line} dir="auto" className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
    </>
  );
}

/** Of an order that waits for its transfer. */
export function DeliveryAfterTransfer({ order }: { order: OrderView }) {
  return (
    <Panel title="Delivery">
      <div className="text-sm">
        <DeliveryFacts order={order} />
        {order.duties && <p className="mt-2 text-ink-quiet">{order.duties}</p>}
      </div>
    </Panel>
  );
}

type NextProps = { order: OrderView; mailRoute: MailRoute };

export function WhatHappensNext({ mailRoute, order }: NextProps) {
  const { duties } = order;
  const steps = [
    ...firstSteps(order),
    mailRoute.toFiles
      ? "The page of your order says when it has left the atelier."
      : "We email you when it leaves the atelier, with a link to follow it.",
    ...(duties ? [duties] : []),
  ];
  return (
    <Panel title="What happens next">
      <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <div className="text-sm">
          <h3 className="eyebrow mb-1.5">Delivery</h3>
          <DeliveryFacts order={order} />
        </div>
        <ol className="list-decimal space-y-2 pl-5 text-sm text-ink-soft marker:text-ink-quiet">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}

type GuestOrderProps = {
  order: OrderView;
  link: string;
  account: AccountState;
  mailRoute: MailRoute;
};

/** Offers a guest the private order link and a one-step account. */
export function GuestOrder(props: GuestOrderProps) {
  const { account, link, mailRoute, order } = props;
  return (
    <Panel title="Keep this order at hand">
      <OrderLink link={link} isPaid={order.transfer === null} mailRoute={mailRoute} />
      {order.addressLines.length > 0 && (
        <div className="mt-8 border-t border-line pt-6">
          <GuestAccount email={order.email} account={account} mailRoute={mailRoute} />
        </div>
      )}
    </Panel>
  );
}

type LinkProps = { link: string; isPaid: boolean; mailRoute: MailRoute };

/** An order that waits for its transfer has no confirmation email yet, and the email about the transfer leads to it. */
function OrderLink({ link, isPaid, mailRoute }: LinkProps) {
  const mail = isPaid ? "your confirmation email" : "our email about the transfer";
  const where = mailRoute.toFiles ? "Please keep it: no email has it." : `It is in ${mail} too.`;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="Link to your order"
        hint={`Whoever has this link sees the order. ${where}`}
        className="min-w-0 grow"
      >
        <Input readOnly value={link} onFocus={({ target }) => target.select()} />
      </Field>
      <CopyButton text={link} label="Copy link" className="sm:mb-7.5" />
    </div>
  );
}

export type AccountState = { kind: "created" } | { kind: "rejected"; result: FormResult } | null;

type GuestAccountProps = { email: string; account: AccountState; mailRoute: MailRoute };

function GuestAccount({ email, account, mailRoute }: GuestAccountProps) {
  const { formData, state } = useNavigation();
  const [form, fields] = useForm<{ password: string }>({
    id: "guest-account",
    lastResult: account?.kind === "rejected" ? account.result : undefined,
    defaultNoValidate: false,
  });
  if (account?.kind === "created") {
    return (
      <Notice kind="success" title="Almost done" live className="wrap-anywhere">
        {emailedText(
          `We sent a link to ${shownEmail(email)}. Open it to confirm your account, and this order is in it.`,
          mailRoute,
        )}
      </Notice>
    );
  }
  return (
    <Form method="post" id={form.id} preventScrollReset className="space-y-5">
      <FormErrors form={form} title="Error" />
      <p className="text-sm text-ink-soft">
        With an account you follow your orders, return pieces and check out faster. Choose a
        password for <span className="wrap-anywhere text-ink">{shownEmail(email)}</span>; we know
        the rest.
      </p>
      <PasswordField
        field={fields.password}
        label="Password"
        autoComplete="new-password"
        hint={NEW_PASSWORD_HINT}
      />
      <Button
        type="submit"
        name="intent"
        value="create-account"
        variant="secondary"
        busy={state !== "idle" && formData?.get("intent") === "create-account"}
      >
        Create my account
      </Button>
    </Form>
  );
}
