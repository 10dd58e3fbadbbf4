import { Check, Circle, CircleDashed, CircleOff } from "lucide-react";
import type { ReactNode } from "react";
import { use, useState } from "react";
import { Form } from "react-router";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { shownEmail } from "#core/shown-email.ts";
import { emailedText, promisedEmailText } from "#features/base/mail/outbox.ts";
import type { LinkState } from "#features/body/links/measurement-link.ts";
import { hasEnded, linkMessage, linkStateLabels } from "#features/body/links/measurement-link.ts";
import type { SentGroup, SentLink } from "#features/body/links/sent-links.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { LedgerSection } from "../account-page.tsx";

const isDone = ({ state }: SentLink) => state === "done" || state === "shared";

type Props = { group: SentGroup; siteUrl: string; lastResult: FormResult | undefined };

/** Who of one occasion is done, and what can be done about the others. */
export function SentGroupSection({ group, lastResult, siteUrl }: Props) {
  const { garment, id, links, name } = group;
  const done = links.filter(isDone).length;
  const reminded = links.filter(({ canRemind }) => canRemind).length;
  const initial = lastResult?.initialValue;
  const isOwn = initial?.groupId === id;
  const error = isOwn ? lastResult?.error?.personName?.join(" ") : undefined;
  return (
    <LedgerSection
      id={`group-${id}`}
      title={name}
      lead={
        <>
          For {garmentTypeName(garment).phrase}. {done} of {links.length} done.
          <span aria-hidden="true" className="mt-3 block h-1 bg-line">
            <span
              className="block h-full bg-demerara"
              style={{ width: `${links.length > 0 ? (done / links.length) * 100 : 0}%` }}
            />
          </span>
        </>
      }
    >
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {links.map((link) => (
          <Person
            key={link.id}
            link={link}
            garment={garment}
            occasion={name}
            url={link.path && siteUrl + link.path}
            emailError={
              initial?.linkId === link.id ? lastResult?.error?.email?.join(" ") : undefined
            }
          />
        ))}
      </ul>
      {reminded > 0 && (
        <Form method="post" preventScrollReset className="mt-5">
          <input type="hidden" name="groupId" value={id} />
          <Button type="submit" name="intent" value="remind-group" variant="secondary">
            {reminded === 1 ? "Email one reminder" : `Email ${reminded} reminders`}
          </Button>
        </Form>
      )}
      <Form
        key={links.length}
        method="post"
        preventScrollReset
        className="mt-6 flex items-start gap-3"
      >
        <input type="hidden" name="groupId" value={id} />
        <Field label={`Add a person to ${name}`} error={error} className="min-w-0 grow">
          <Input name="personName" required maxLength={60} autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="add-person"
          variant="secondary"
          className="mt-7.5"
        >
          Add
        </Button>
      </Form>
      <Confirmed
        summary={`Delete ${name}`}
        text="The links stop working, and everything measured through them is deleted, shared copies too. Clothes that are ordered are not affected."
        field={{ name: "groupId", value: id }}
        intent="delete-group"
        label={`Delete ${name} for good`}
      />
    </LedgerSection>
  );
}

const STATE_ICONS: Readonly<Record<LinkState, typeof Check>> = {
  not_opened: Circle,
  measuring: CircleDashed,
  done: Check,
  shared: Check,
  withdrawn: CircleOff,
  expired: CircleOff,
  deleted: CircleOff,
};

function State({ state }: Pick<SentLink, "state">) {
  const Icon = STATE_ICONS[state];
  const isGood = state === "done" || state === "shared";
  return (
    <span
      className={`flex shrink-0 items-center gap-1.5 text-sm ${isGood ? "text-success" : "text-ink-soft"}`}
    >
      <Icon size={16} aria-hidden="true" />
      {linkStateLabels[state]}
    </span>
  );
}

type PersonProps = {
  link: SentLink;
  garment: string;
  occasion: string;
  url: string | null;
  emailError: string | undefined;
};

function Person({ emailError, garment, link, occasion, url }: PersonProps) {
  const mailRoute = use(MailRouteContext);
  const { email, emailedAt, expiresAt, id, isOrderable, personName, state } = link;
  const linkField = { name: "linkId", value: id };
  return (
    <li className="py-5">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium wrap-anywhere">{personName}</span>
        <State state={state} />
      </p>
      <p className="mt-1 max-w-[60ch] text-sm text-ink-quiet">
        {state === "done" && !isOrderable
          ? `${personName} has something left to measure for ${garmentTypeName(garment).phrase}. You can order once ${personName} opens the link again and measures it.`
          : stateNote(personName, state)}
        {url && ` The link works until ${formatDay(expiresAt)}.`}
        {url &&
          email &&
          emailedAt &&
          ` ${emailedText(`Emailed to ${shownEmail(email)} on ${formatDay(emailedAt)}.`, mailRoute)}`}
      </p>
      {url && (
        <SendLink
          garment={garment}
          occasion={occasion}
          link={link}
          url={url}
          emailError={emailError}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-6">
        {hasEnded(state) && (
          <Form method="post" preventScrollReset className="mt-3">
            <input type="hidden" {...linkField} />
            <Button type="submit" name="intent" value="renew" variant="secondary" size="sm">
              Renew the link<span className="sr-only"> of {personName}</span>
            </Button>
          </Form>
        )}
        {(url || state === "done") && (
          <Confirmed
            summary={`Withdraw the link of ${personName}`}
            shown="Withdraw"
            text={`The link stops working, and what ${personName} measured is deleted.`}
            field={linkField}
            intent="withdraw"
            label={`Withdraw the link of ${personName}`}
          />
        )}
        <Confirmed
          summary={`Remove ${personName}`}
          shown="Remove"
          text={`${personName} leaves this list, and what ${personName} measured is deleted${state === "shared" ? ", the copy in your account too" : ""}.`}
          field={linkField}
          intent="delete"
          label={`Remove ${personName}`}
        />
      </div>
    </li>
  );
}

function stateNote(personName: string, state: LinkState): string {
  switch (state) {
    case "not_opened":
      return "Has not begun.";
    case "measuring":
      return "Has begun and can continue at any time.";
    case "done":
      return `The numbers stay with ${personName}. You can order without seeing them: choose "${personName}, measured by link" on the page of a piece that is made to measure.`;
    case "shared":
      return `${personName} is among the people of your account.`;
    case "withdrawn":
      return "You took the link back.";
    case "expired":
      return "The link ended before it was done.";
    case "deleted":
      return `${personName} has deleted the measurements.`;
  }
}

type SendProps = Omit<PersonProps, "url"> & { url: string };

/** WhatsApp, the phone's share sheet, the clipboard, or an email from the shop. */
function SendLink({ emailError, garment, link, occasion, url }: SendProps) {
  const mailRoute = use(MailRouteContext);
  const { canRemind, id, personName } = link;
  const text = linkMessage({ garment, occasion, personName, url });
  const action = "inline-flex min-h-11 items-center";
  return (
    <div className="mt-3">
      <Field label={`Link for ${personName}`} hideLabel>
        <Input readOnly value={url} onFocus={({ target }) => target.select()} className="text-sm" />
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className={`link font-medium ${action}`}
        >
          WhatsApp<span className="sr-only"> the link to {personName}</span>
        </a>
        <DeviceButtons personName={personName} text={text} url={url} />
        {canRemind && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="linkId" value={id} />
            <button type="submit" name="intent" value="remind" className={`link ${action}`}>
              Email a reminder<span className="sr-only"> to {personName}</span>
            </button>
          </Form>
        )}
        <details className="open:w-full" open={emailError !== undefined || undefined}>
          <summary className={`link cursor-pointer ${action}`}>
            Email<span className="sr-only"> the link to {personName}</span>
          </summary>
          <Form method="post" preventScrollReset className="flex items-start gap-3 pb-2">
            <input type="hidden" name="linkId" value={id} />
            <Field
              label={`Email address of ${personName}`}
              hint={promisedEmailText(
                {
                  promised: "We send the link, in your name, and nothing else.",
                  instead: "This shop sends no emails yet. Please send the link yourself.",
                },
                mailRoute,
              )}
              error={emailError}
              className="min-w-0 grow"
            >
              <Input name="email" type="email" required maxLength={254} autoComplete="off" />
            </Field>
            <Button
              type="submit"
              name="intent"
              value="email"
              variant="secondary"
              className="mt-6.5"
              aria-label={`Send the email to ${personName}`}
            >
              Send
            </Button>
          </Form>
        </details>
      </div>
    </div>
  );
}

type DeviceProps = { personName: string; text: string; url: string };

/** Without JavaScript the field holds the link. */
function DeviceButtons({ personName, text, url }: DeviceProps) {
  const isHydrated = useHydrated();
  const [isCopied, setIsCopied] = useState(false);
  if (!isHydrated) return null;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => undefined,
    );
  const share = () => navigator.share({ text }).catch(() => undefined);
  const button = "link inline-flex min-h-11 items-center";
  return (
    <>
      {typeof navigator.share === "function" && (
        <button type="button" className={button} onClick={() => void share()}>
          Share<span className="sr-only"> the link for {personName}</span>
        </button>
      )}
      <button type="button" className={button} onClick={() => void copy()}>
        <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        <span className="sr-only"> the link for {personName}</span>
      </button>
    </>
  );
}

type ConfirmedProps = {
  summary: string;
  /** Shown instead of the whole summary. */
  shown?: string;
  text: ReactNode;
  field: { name: string; value: string };
  intent: string;
  label: string;
};

/** A change that cannot be undone, behind a second press; works without JavaScript. */
function Confirmed({ field, intent, label, shown, summary, text }: ConfirmedProps) {
  return (
    <details className="mt-2 open:w-full">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-soft">
        {shown ? (
          <>
            {shown}
            <span className="sr-only">{summary.slice(shown.length)}</span>
          </>
        ) : (
          summary
        )}
      </summary>
      <Form method="post" preventScrollReset className="mt-1 space-y-3 pb-3 text-sm">
        <input type="hidden" {...field} />
        <p className="max-w-[60ch] text-ink-soft">{text}</p>
        <Button type="submit" name="intent" value={intent} variant="danger" size="sm">
          {label}
        </Button>
      </Form>
    </details>
  );
}
