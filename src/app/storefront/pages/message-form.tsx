import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { TrapField, textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import type { MessageKind, MessageValues } from "#features/office/inbox/message-form.ts";
import {
  MESSAGE_FIELDS,
  MESSAGE_FORM_MESSAGES,
  messageFieldsOf,
} from "#features/office/inbox/message-form.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { MessageFormResult } from "./message-form.server.ts";

/** The result for a missing response. */
export function unsentMessage(form: MessageKind): MessageFormResult {
  return { form, status: "error", error: { "": [MESSAGE_FORM_MESSAGES.tryAgain] } };
}

type SentMessages = { title: string; description: string };

type Props = {
  kind: MessageKind;
  /** The page whose action handles the form. */
  path: string;
  /** Set after a post without JavaScript. */
  actionResult: MessageFormResult | undefined;
  messageHint?: ReactNode;
  submit: ReactNode;
  sentMessages: SentMessages;
};

/** Specification 2, Contact; the volunteer form has no subject. */
export function MessageForm(props: Props) {
  // A new round resets the form and hides the last result.
  const [round, setRound] = useState(0);
  return (
    <MessageRound
      key={round}
      {...props}
      actionResult={round === 0 ? props.actionResult : undefined}
      onAgain={() => setRound(round + 1)}
    />
  );
}

function useResultToast(result: MessageFormResult | undefined, sentMessages: SentMessages): void {
  const { title, description } = sentMessages;
  useEffect(() => {
    const about = "message";
    if (result?.status === "success") showToast({ title, description, kind: "success", about });
    const [failure] = result?.error?.[""] ?? [];
    if (!failure) return;
    showToast({ title: MESSAGE_FORM_MESSAGES.failed, description: failure, kind: "error", about });
  }, [result, title, description]);
}

function MessageRound(props: Props & { onAgain: () => void }) {
  const { kind, path, actionResult, messageHint, submit, sentMessages, onAgain } = props;
  const fetcher = useFetcher<MessageFormResult>();
  useResultToast(fetcher.data, sentMessages);
  const result = fetcher.data ?? actionResult;
  const { form, fields, errorOf } = useServerForm<MessageValues>({
    id: `${kind}-form`,
    lastResult: result,
  });
  const isBusy = fetcher.state !== "idle";
  if (result?.status === "success") {
    return (
      <MessageSent
        id={form.id}
        messages={sentMessages}
        path={path}
        receivesFocus={fetcher.data !== undefined}
        onAgain={onAgain}
      />
    );
  }
  return (
    <fetcher.Form
      method="post"
      // Without JavaScript the page reloads and opens at the form.
      action={`${path}#${form.id}`}
      {...getFormProps(form)}
      onSubmit={(event) => (isBusy ? event.preventDefault() : form.onSubmit(event))}
      defaultShouldRevalidate={false}
      className="space-y-6"
    >
      {actionResult && !fetcher.data && <Rejection result={actionResult} />}
      <input type="hidden" name="form" value={kind} />
      <TrapField />
      {messageFieldsOf(kind).map((name) => (
        <MessageField
          key={name}
          name={name}
          props={textProps(fields[name])}
          error={errorOf(fields[name])}
          hint={name === "message" ? messageHint : undefined}
        />
      ))}
      {fetcher.data && <Rejection result={fetcher.data} />}
      <Button type="submit" size="lg" busy={isBusy} busyLabel="Sending...">
        {submit}
      </Button>
    </fetcher.Form>
  );
}

type FieldProps = {
  name: keyof MessageValues;
  props: ReturnType<typeof textProps>;
  error: string | undefined;
  hint: ReactNode;
};

const INPUT_TYPES = { line: "text", email: "email", phone: "tel" } as const;

function MessageField({ name, props, error, hint }: FieldProps) {
  const { label, format, isRequired, autoComplete } = MESSAGE_FIELDS[name];
  return (
    <Field label={label} optional={!isRequired} hint={hint} error={error}>
      {format === "text" ? (
        <Textarea {...props} required={isRequired} rows={6} />
      ) : (
        <Input
          {...props}
          type={INPUT_TYPES[format]}
          required={isRequired}
          autoComplete={autoComplete}
        />
      )}
    </Field>
  );
}

function Rejection({ result }: { result: MessageFormResult }) {
  const failures = result.error?.[""];
  return (
    <Notice
      kind="error"
      live
      title={failures ? MESSAGE_FORM_MESSAGES.failed : MESSAGE_FORM_MESSAGES.invalid}
    >
      {[...(failures ?? []), MESSAGE_FORM_MESSAGES.stillHere].join(" ")}
    </Notice>
  );
}

type SentProps = {
  id: string;
  messages: SentMessages;
  path: string;
  /** True where the panel replaces the form. */
  receivesFocus: boolean;
  onAgain: () => void;
};

function MessageSent({ id, messages, path, receivesFocus, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (receivesFocus) heading.current?.focus();
  }, [receivesFocus]);
  return (
    <div id={id} className="border-t border-b border-line py-10">
      <h3 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
        {messages.title}
      </h3>
      <p className="mt-3 max-w-[48ch] text-ink-soft">{messages.description}</p>
      <ButtonLink
        to={path}
        variant="secondary"
        className="mt-8"
        onClick={(event) => {
          event.preventDefault();
          onAgain();
        }}
      >
        Write another message
      </ButtonLink>
    </div>
  );
}
