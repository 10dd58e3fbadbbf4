import type { FocusEvent, FormEvent } from "react";
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
import { showToast } from "#ui/toast-store.ts";

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
export function useMessageForm({ kind, given, sentWords }: Options) {
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
