import type { FocusEvent, FormEvent, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { MessageFormResult } from "#features/inbox/message-form-result.ts";
import { MESSAGE_FORM_MESSAGES } from "#features/inbox/message-form-result.ts";
import type { MessageErrors, MessageField, MessageKind } from "#features/inbox/message-input.ts";
import {
  MESSAGE_FIELDS,
  messageFieldError,
  readMessage,
  submittedMessage,
} from "#features/inbox/message-input.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { showToast } from "#ui/toast-store.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { MessageSent } from "./message-sent.tsx";
import { TrapField } from "./trap-field.tsx";

type Options = {
  kind: MessageKind;
  /** The answer the page was rendered with, when the form was sent without script. */
  given: MessageFormResult | undefined;
  sentWords: { title: string; description: string };
};

const isMessageField = (name: string): name is MessageField =>
  (MESSAGE_FIELDS as readonly string[]).includes(name);

function focusFirst(form: HTMLFormElement | null, errors: MessageErrors): void {
  const first = MESSAGE_FIELDS.find((field) => errors[field]);
  const control = first && form?.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}

/** A message form's state: errors on blur and on submit, gone with editing; toasts; what was typed stays until it was sent. */
function useMessageForm({ kind, given, sentWords }: Options) {
  const fetcher = useFetcher<MessageFormResult>();
  const answer = fetcher.data ?? given;
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<MessageErrors>(
    given?.status === "invalid" ? given.errors : {},
  );

  const { title, description } = sentWords;
  useEffect(() => {
    const told = fetcher.data;
    if (told?.status === "sent") showToast({ title, description, kind: "success" });
    if (told?.status === "failed") {
      showToast({ title: MESSAGE_FORM_MESSAGES.failed, description: told.reason, kind: "error" });
    }
    if (told?.status === "invalid") {
      setErrors(told.errors);
      focusFirst(formRef.current, told.errors);
    }
  }, [fetcher.data, title, description]);

  const setError = (field: MessageField, error: string | null) =>
    setErrors((held) => ({ ...held, [field]: error ?? undefined }));

  return {
    fetcher,
    formRef,
    answer,
    errors,
    busy: fetcher.state !== "idle",
    onBlur(event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const { name, value } = event.currentTarget;
      // Passing through an empty field is no mistake yet.
      if (!isMessageField(name) || value === "") return;
      setError(name, messageFieldError(kind, name, value));
    },
    onChange(event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const { name } = event.currentTarget;
      if (isMessageField(name)) setError(name, null);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (fetcher.state !== "idle") return event.preventDefault();
      const read = readMessage(kind, submittedMessage(new FormData(event.currentTarget)));
      setErrors(read.ok ? {} : read.error);
      if (read.ok) return;
      event.preventDefault();
      focusFirst(event.currentTarget, read.error);
    },
  };
}

type Props = {
  kind: MessageKind;
  /** The page the form stands on, which also takes it in. */
  path: string;
  /** What the page's action said, when the form was sent without script. */
  given: MessageFormResult | undefined;
  messageHint?: ReactNode;
  submit: ReactNode;
  sentWords: { title: string; description: string };
};

/** Full Name, Email, Phone, Subject and Message (specification 2, Contact); a volunteer's form has no subject. */
export function MessageForm(props: Props) {
  // A new round is a new form: empty, with nothing said of the one before.
  const [round, setRound] = useState(0);
  return (
    <MessageRound
      key={round}
      {...props}
      given={round === 0 ? props.given : undefined}
      onAgain={() => setRound(round + 1)}
    />
  );
}

function MessageRound(props: Props & { onAgain: () => void }) {
  const { kind, path, given, messageHint, submit, sentWords, onAgain } = props;
  const form = useMessageForm({ kind, given, sentWords });
  const { fetcher, answer, errors } = form;
  const hydrated = useHydrated();
  const formId = `${kind}-form`;
  if (answer?.status === "sent") {
    return (
      <MessageSent
        id={formId}
        words={sentWords}
        path={path}
        takesFocus={fetcher.data !== undefined}
        onAgain={onAgain}
      />
    );
  }
  const typed = given && given.status !== "sent" ? given.typed : null;
  const field = { onBlur: form.onBlur, onChange: form.onChange, required: true };
  return (
    <fetcher.Form
      ref={form.formRef}
      method="post"
      // Without script the page loads anew: it opens at the form.
      action={`${path}#${formId}`}
      id={formId}
      onSubmit={form.onSubmit}
      noValidate={hydrated}
      defaultShouldRevalidate={false}
      className="space-y-6"
    >
      {given && !fetcher.data && <Refusal answer={given} />}
      <input type="hidden" name="form" value={kind} />
      <TrapField />
      <Field label="Full Name" error={errors.fullName}>
        <Input {...field} name="fullName" autoComplete="name" defaultValue={typed?.fullName} />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input
          {...field}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed?.email}
        />
      </Field>
      <Field label="Phone" optional error={errors.phone}>
        <Input
          {...field}
          name="phone"
          type="tel"
          autoComplete="tel"
          required={false}
          defaultValue={typed?.phone}
        />
      </Field>
      {kind === "contact" && (
        <Field label="Subject" error={errors.subject}>
          <Input {...field} name="subject" defaultValue={typed?.subject} />
        </Field>
      )}
      <Field label="Message" hint={messageHint} error={errors.message}>
        <Textarea {...field} name="message" rows={6} defaultValue={typed?.message} />
      </Field>
      {fetcher.data && <Refusal answer={fetcher.data} />}
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Sending...">
        {submit}
      </Button>
    </fetcher.Form>
  );
}

function Refusal({ answer }: { answer: MessageFormResult }) {
  if (answer.status === "sent") return null;
  const isInvalid = answer.status === "invalid";
  return (
    <Notice
      kind="error"
      live
      title={isInvalid ? MESSAGE_FORM_MESSAGES.invalid : MESSAGE_FORM_MESSAGES.failed}
    >
      {answer.status === "failed" && `${answer.reason} `}
      Everything you wrote is still here.
    </Notice>
  );
}
