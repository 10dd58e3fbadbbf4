import { Moon, Sun } from "lucide-react";
import { Form } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Notice } from "#ui/notice.tsx";
import type { MailSample } from "./mails-content.server.ts";

/** What became of a sample that was asked for. */
export type SampleFormResult = { sentTo: string | null; problem: string | null; typed: string };

type Props = {
  sample: MailSample;
  /** Names one press of the button. */
  idempotencyKey: string;
  answer: SampleFormResult | undefined;
};

/** One kind of mail as phones and wide screens show it, by day and at night, as plain text, and the way to get it. */
export function SampleView({ sample, idempotencyKey, answer }: Props) {
  const { kind, isNight, subject, text, document } = sample;
  const tabs = [
    { label: "By day", search: `?kind=${kind}`, current: !isNight },
    { label: "At night", search: `?kind=${kind}&light=night`, current: isNight },
  ];
  const Light = isNight ? Moon : Sun;
  return (
    <section aria-labelledby="sample-name" className="min-w-0">
      <h2 id="sample-name" className="display text-xl">
        {sample.name}
      </h2>
      <p className="mt-1 mb-4 text-sm wrap-anywhere text-ink-soft">Subject: {subject}</p>
      <LinkTabs label="Light" tabs={tabs} className="mb-5" />
      <div className="flex flex-wrap items-start gap-6">
        <Frame title={`${sample.name}, on a phone`} document={document} className="w-[390px]" />
        <Frame
          title={`${sample.name}, on a wide screen`}
          document={document}
          className="hidden w-[680px] md:block"
        />
      </div>
      <p className="mt-3 flex items-center gap-2 text-xs text-ink-quiet">
        <Light size={14} aria-hidden="true" />
        {isNight
          ? "As mail programs show it that ask for dark colors."
          : "Names, numbers and links are made up."}
      </p>
      <h3 className="mt-8 mb-2 font-medium">As plain text</h3>
      <pre className="border border-line p-4 text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
      <h3 className="mt-8 mb-3 font-medium">See it in a mailbox</h3>
      <Form
        key={idempotencyKey}
        method="post"
        preventScrollReset
        className="flex flex-wrap items-start gap-4"
      >
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <Field label="Send a sample to" error={answer?.problem ?? null} className="w-full sm:w-80">
          <Input
            type="email"
            name="to"
            autoComplete="email"
            defaultValue={answer?.problem ? answer.typed : sample.contactEmail}
            required
          />
        </Field>
        <Button type="submit" variant="secondary" className="sm:mt-[1.6875rem]">
          Send a sample
        </Button>
      </Form>
      <div role="status" className="empty:hidden">
        {answer?.sentTo && (
          <Notice kind="success" className="mt-4">
            A sample is on its way to {answer.sentTo}.
          </Notice>
        )}
      </div>
    </section>
  );
}

type FrameProps = { title: string; document: string; className: string };

/** A frame that runs nothing, sends nothing and leads nowhere. */
function Frame({ title, document, className }: FrameProps) {
  return (
    <iframe
      title={title}
      srcDoc={document}
      sandbox=""
      referrerPolicy="no-referrer"
      className={`h-[44rem] max-w-full border border-line bg-white ${className}`}
    />
  );
}
