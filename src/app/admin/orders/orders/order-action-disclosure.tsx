import type { DefaultValue, FieldMetadata } from "@conform-to/react";
import { getFormProps, useForm } from "@conform-to/react";
import { ChevronDown } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/web/form.server.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported } from "#core/money-amount.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";
import { Notice } from "#ui/notice.tsx";
import type { OrderFormFields } from "./handle-order-action.server.ts";
import type { OrderAction } from "./order-actions.ts";
import { confirmRefundMessage, resultOf } from "./order-actions.ts";

type Fields<Intent extends OrderAction> = ReturnType<typeof useForm<OrderFormFields[Intent]>>[1];

type Props<Intent extends OrderAction> = {
  /** Links open the disclosure by this fragment. */
  id: string;
  /** Also labels the button. */
  title: string;
  /** A confirmed amount is appended. */
  submit: string;
  /** Returns this form's refund, which the owner must confirm. */
  refunds?: (fields: Fields<Intent>) => ReportedAmount | null;
  intent: Intent;
  /** Names a shipment or return; omitted for the order itself. */
  target?: string;
  /** Gives every form of the page a unique name. */
  about?: string;
  isOpen?: boolean;
  result: FormResult | undefined;
  defaultValue?: DefaultValue<OrderFormFields[Intent]>;
  look?: "primary" | "secondary";
  danger?: boolean;
  children: (fields: Fields<Intent>) => ReactNode;
};

/** A native `<details>`, so it works without JavaScript. */
export function OrderActionDisclosure<Intent extends OrderAction>(props: Props<Intent>) {
  const { id, title, submit, intent, target = "", isOpen = false, defaultValue, children } = props;
  const { about, look = "secondary", danger = false } = props;
  const result = resultOf(props.result, intent, target);
  const { formData, state } = useNavigation();
  const [form, fields] = useForm<OrderFormFields[Intent]>({
    id: `form-${id}`,
    lastResult: result,
    ...(defaultValue && { defaultValue }),
  });
  const element = useRef<HTMLFormElement>(null);
  const amount = props.refunds?.(fields) ?? null;
  // Conform passes a result's errors to the fields in a separate render.
  const errorCount = Object.keys(form.allErrors).length;
  useFocusAfter(
    result?.status === "error" && result,
    () => {
      const invalid = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
      (invalid ?? element.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
    },
    errorCount,
  );
  const isMine = formData?.get("intent") === intent && (formData.get("target") ?? "") === target;
  const isRefused = result?.status === "error";
  // Asks when unconfirmed: without JavaScript, or after a changed amount.
  const question = result?.error?.confirmed?.[0];
  return (
    <details id={id} open={isOpen || isRefused} className="group scroll-mt-6 open:mb-3 open:w-full">
      <summary className={buttonClass(look, "sm", "list-none [&::-webkit-details-marker]:hidden")}>
        {title}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <Form
        {...getFormProps(form)}
        ref={element}
        method="post"
        noValidate
        aria-label={about ? `${title}: ${about}` : title}
        className="mt-4 space-y-5 border-l-2 border-line py-1 pl-5"
      >
        <input type="hidden" name="intent" value={intent} />
        {target && <input type="hidden" name="target" value={target} />}
        {isRefused && (
          <div tabIndex={-1} role="alert" className="outline-none">
            {question ? (
              <Notice kind="warning" title={question}>
                Press the button once more to confirm.
              </Notice>
            ) : (
              <Notice kind="error">
                {form.errors?.join(" ") ?? "Please put right what is marked."}
              </Notice>
            )}
          </div>
        )}
        {children(fields)}
        <SubmitButton
          title={title}
          submit={submit}
          danger={danger}
          question={question}
          amount={amount}
          busy={isMine && state === "submitting"}
          form={element}
        />
      </Form>
    </details>
  );
}

type SubmitProps = {
  title: string;
  submit: string;
  danger: boolean;
  busy: boolean;
  /** The server asks this about an unconfirmed refund. */
  question: string | undefined;
  amount: ReportedAmount | null;
  form: RefObject<HTMLFormElement | null>;
};

/** A refund is sent once its amount is confirmed. */
function SubmitButton(props: SubmitProps) {
  const { title, submit, danger, busy, question, amount, form } = props;
  const [isAsking, setAsking] = useState(false);
  const label = amount ? `${submit} ${formatReported(amount)}` : submit;
  const confirmed = useRef<HTMLInputElement>(null);
  function confirm() {
    setAsking(false);
    if (confirmed.current && amount) confirmed.current.value = String(amount.minorUnits);
    form.current?.requestSubmit();
  }
  return (
    <>
      {amount && (
        <input
          ref={confirmed}
          type="hidden"
          name="confirmed"
          defaultValue={question ? String(amount.minorUnits) : ""}
          key={question}
        />
      )}
      <Button
        type="submit"
        variant={danger ? "danger" : "primary"}
        busy={busy}
        onClick={(event) => {
          if (!amount) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        {label}
      </Button>
      {amount && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={`${title}?`}
          description={confirmRefundMessage(amount)}
          confirmLabel={label}
          onConfirm={confirm}
        />
      )}
    </>
  );
}

export function HiddenField({ field }: { field: FieldMetadata<string | undefined> }) {
  return <input type="hidden" name={field.name} defaultValue={field.initialValue} />;
}
