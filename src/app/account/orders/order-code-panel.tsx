import type { ReactNode } from "react";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import type {
  ContractsLock,
  OrderContracts,
} from "#features/sales/order-page/order-contracts.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";
import { Notice } from "#ui/notice.tsx";
import type { CodeProblem } from "./order-code-messages.ts";
import { codeMessages, codeSentMessage } from "./order-code-messages.ts";
import { ProposalNotices } from "./proposal-notices.tsx";

/** The page's action emails a code. */
export const SEND_CODE = "send-code";

/** The page's action opens the measurements by the code in `CODE_FIELD`. */
export const ENTER_CODE = "enter-code";

export const CODE_FIELD = "code";

/** Without JavaScript the page then opens where the code is asked for. */
const HERE = "/order-lookup#order-code";

export type CodeResponse = { isSent?: boolean; isOpened?: boolean; problem?: CodeProblem };

type Props = {
  contracts: OrderContracts;
  /** Identifies a guest's order to the page's action. */
  fields: Readonly<Record<string, string>>;
  response: CodeResponse | undefined;
  /** How the code's email leaves. */
  mailRoute: MailRoute;
};

/** In place of what was agreed, until a guest has proven the order with a code from its mailbox; then says how long it is open. */
export function OrderCodePanel({ contracts, fields, mailRoute, response }: Props) {
  const { expiredLines, lock, openLines } = contracts;
  const outcome = useRef<HTMLDivElement>(null);
  useFocusAfter(response, () => outcome.current?.focus());
  if (!lock) {
    return (
      response?.isOpened && (
        <div ref={outcome} id="order-code" tabIndex={-1} className="mt-14 scroll-mt-6">
          <Notice kind="success" live>
            {contracts.versions.length > 0
              ? "The code was right. This browser shows what we agreed for one hour."
              : "The code was right. You can tell us the account within one hour."}
          </Notice>
        </div>
      )
    );
  }
  return (
    <section aria-labelledby="order-code" className="mt-14 max-w-180">
      <h2 id="order-code" className="display text-2xl">
        {lock.hasContracts ? "What we agreed" : "The account for your money"}
      </h2>
      <p className="mt-2 text-ink-soft">
        {lock.hasContracts
          ? "Your measurements are private, so they open with a code from your mailbox. It also opens the contract, lets you change a garment until it is approved to be cut, tell us the account for money that goes back, and say how a delivered one fits."
          : "Whoever names the account gets the money, so you name it with a code from your mailbox."}
      </p>
      <ProposalNotices
        isWaiting={openLines.length > 0}
        isExpired={expiredLines.length > 0}
        className="mt-6"
      />
      {response && (
        <div ref={outcome} tabIndex={-1} className="mt-6 scroll-mt-6">
          <CodeOutcome lock={lock} response={response} mailRoute={mailRoute} />
        </div>
      )}
      <CodeForms lock={lock} fields={fields} problem={response?.problem} />
    </section>
  );
}

type OutcomeProps = { lock: ContractsLock; response: CodeResponse; mailRoute: MailRoute };

function CodeOutcome({ lock, mailRoute, response }: OutcomeProps) {
  if (response.isSent) {
    return (
      <Notice
        kind={mailRoute.toFiles ? "warning" : "success"}
        live
        title={mailRoute.toFiles ? "The code was not sent" : "The code is on its way"}
      >
        {codeSentMessage(lock.sendsTo, mailRoute)}
      </Notice>
    );
  }
  const { problem } = response;
  if (problem === undefined) return null;
  const isUnsent = problem === "too_many_codes" || problem === "others_requested";
  return (
    <Notice kind="error" live title={isUnsent ? "No code was sent" : "Not opened"}>
      {problem === "wrong" ? null : codeMessages[problem]}
    </Notice>
  );
}

type FormsProps = {
  lock: ContractsLock;
  fields: Readonly<Record<string, string>>;
  problem: CodeProblem | undefined;
};

function CodeForms({ fields, lock, problem }: FormsProps) {
  const { formData, state } = useNavigation();
  const isBusy = (intent: string) => state !== "idle" && formData?.get("intent") === intent;
  const send = (
    <Form method="post" action={HERE} preventScrollReset className="mt-6">
      <HiddenFields fields={fields} />
      <Button
        type="submit"
        name="intent"
        value={SEND_CODE}
        variant={lock.isCodeSent ? "secondary" : "primary"}
        busy={isBusy(SEND_CODE)}
      >
        {lock.isCodeSent ? "Send a new code" : `Send a code to ${lock.sendsTo}`}
      </Button>
    </Form>
  );
  if (!lock.isCodeSent) return send;
  return (
    <>
      <Form method="post" action={HERE} preventScrollReset className="mt-6 max-w-104 space-y-5">
        <HiddenFields fields={fields} />
        <CodeField error={problem === "wrong" ? codeMessages.wrong : undefined} />
        <Button
          type="submit"
          name="intent"
          value={ENTER_CODE}
          size="lg"
          className="w-full sm:w-auto"
          busy={isBusy(ENTER_CODE)}
        >
          {lock.hasContracts ? "Open the measurements" : "Go on to the account"}
        </Button>
      </Form>
      {send}
    </>
  );
}

function HiddenFields({ fields }: { fields: Readonly<Record<string, string>> }): ReactNode {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

/** Phones offer the code of the newest message above their keyboard. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field label="Code from the email" hint="Six digits." error={error}>
      <Input
        name={CODE_FIELD}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
    </Field>
  );
}
