import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "react-router";
import { FormErrors } from "#app/components/form/form-field.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { countLabel } from "#core/format-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { storedMailsText } from "#features/base/mail/outbox.ts";
import type { StoredEmails } from "#features/base/mail/stored-emails.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

const SEND_STORED = "send-stored";

type Props = {
  stored: StoredEmails;
  /** How many the last press put into the queue. */
  queued: number;
  /** How many emails of the outbox wait for their delivery. */
  waiting: number;
  toFiles: boolean;
  result: FormResult | undefined;
};

/** The days on which stored emails were written: "28 November 2026", or from the first to the last. */
function daysOf({ from, until }: StoredEmails): string {
  const days = [...new Set([from, until].flatMap((at) => (at ? [formatDay(at)] : [])))];
  return days.join(" to ");
}

/** Emails that are stored as files: how many, and once a mail server is set the button that sends them, and how far that is. */
export function StoredEmailsNotice({ queued, result, stored, toFiles, waiting }: Props) {
  if (stored.count > 0) {
    return <StoredEmailsForm stored={stored} toFiles={toFiles} result={result} />;
  }
  if (queued <= 0) return null;
  return (
    <Notice kind={waiting > 0 ? "info" : "success"} live className="mb-4">
      {waiting > 0
        ? `${countLabel(waiting, "mail")} of the outbox still ${waiting === 1 ? "waits" : "wait"} for delivery. They leave by themselves, one after the other. `
        : "No mail waits any more. "}
      <Link
        to={`/admin/outbox?status=${waiting > 0 ? "queued" : "sent"}&queued=${queued}`}
        className="link"
      >
        {waiting > 0 ? "See how far it is" : "See what was sent"}
      </Link>
    </Notice>
  );
}

function StoredEmailsForm({
  result,
  stored,
  toFiles,
}: Pick<Props, "result" | "stored" | "toFiles">) {
  const { formData, state } = useNavigation();
  const isOfThisForm = intentOf(result) === SEND_STORED;
  const [form] = useForm({ id: SEND_STORED, lastResult: isOfThisForm ? result : undefined });
  const text = storedMailsText(stored.count, daysOf(stored));
  const label = countLabel(stored.count, "mail");
  if (toFiles) {
    return (
      <Notice kind="warning" className="mb-4">
        {text} Once a mail server is set, this page sends them.
      </Notice>
    );
  }
  return (
    <Notice kind="warning" className="mb-4">
      <p>{text}</p>
      <FormErrors form={form} className="my-3" />
      <details open={isOfThisForm} className="mt-1">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          Send {stored.count === 1 ? "it" : "them"} now
        </summary>
        <Form method="post" {...getFormProps(form)} className="space-y-3 pb-1">
          <p>
            {label} {stored.count === 1 ? "leaves" : "leave"} as written, with the days and sums of
            that time. Left out are those with a link that opens something once, those of a step
            that was taken back, and what its reader does not want any more.
          </p>
          <Button
            type="submit"
            name="intent"
            value={SEND_STORED}
            busy={state !== "idle" && formData?.get("intent") === SEND_STORED}
          >
            Send {label}
          </Button>
        </Form>
      </details>
    </Notice>
  );
}
