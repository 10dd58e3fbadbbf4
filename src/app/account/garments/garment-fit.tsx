import { use, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { shrinkImages } from "#app/components/form/shrink-images.browser.ts";
import { FitNumbersList } from "#app/components/garments/fit-numbers.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { promisedEmailText } from "#features/base/mail/outbox.ts";
import {
  alterationMessages,
  alterationStep,
  alterationTone,
  remedyMessages,
} from "#features/garments/alterations/alteration-rules.ts";
import type { FeedbackProblems } from "#features/garments/alterations/feedback-input.ts";
import {
  amountField,
  FEEDBACK_AMOUNTS_MM,
  FITS_FIELD,
  handPointsText,
  isNoteEnough,
  MAX_FEEDBACK_NOTE_LENGTH,
  wayField,
} from "#features/garments/alterations/feedback-input.ts";
import type { GarmentFit, MyRequest } from "#features/garments/alterations/garment-fit.server.ts";
import { formatAmount } from "#features/garments/fit-memory/correction.ts";
import { deviationTexts } from "#features/garments/fit-memory/fit-points.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey, pointLabel } from "#features/garments/fit-memory/fit-sections.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, FieldError, Input, Select, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

/** What the action returns after an error, so that the input stays. */
export type FitResult = {
  of: "report" | "request" | "receipt";
  values: Readonly<Record<string, string>>;
  problems: FeedbackProblems & { remedy?: string };
};

type Props = {
  fit: GarmentFit;
  result: FitResult | undefined;
  /** Of the last successful form. */
  saved: string | null;
};

/** What the page says once a form has been received; null for a form that it does not know. */
function savedText(saved: string | null, mailRoute: MailRoute): string | null {
  switch (saved) {
    case "report":
      return "Thank you. We remember it, and your next piece is cut with it.";
    case "request":
      return `We have your request. ${alterationStep("requested", mailRoute)}`;
    case "receipt":
      return promisedEmailText(
        {
          promised: "We have your receipt, and write to you when your credit is there.",
          instead: "We have your receipt. This page says when your credit is there.",
        },
        mailRoute,
      );
    default:
      return null;
  }
}

/** Reports how a delivered garment fits, and asks for an alteration or remake. Every form works without JavaScript. */
export function GarmentFitForms({ fit, result, saved }: Props) {
  const { deliveredAt, numbers, requests } = fit;
  const thanks = savedText(saved, use(MailRouteContext));
  if (!deliveredAt) {
    return (
      <Notice kind="info" className="mt-8">
        As soon as it is delivered, you can say here how it fits.
      </Notice>
    );
  }
  return (
    <div className="mt-8 space-y-12">
      {thanks && !result && (
        <Notice kind="success" live>
          {thanks}
        </Notice>
      )}
      {/* Above the long form, because the email about a decision leads here. */}
      {requests.length > 0 && (
        <Requests requests={requests} result={result?.of === "receipt" ? result : undefined} />
      )}
      <ReportForm fit={fit} result={result?.of === "report" ? result : undefined} />
      {numbers.length > 0 && (
        <section aria-labelledby="numbers" className="max-w-prose">
          <h2 id="numbers" className="display text-2xl">
            Sewn, drawn and worn
          </h2>
          <p className="mt-2 mb-4 text-ink-soft">
            What we measured on your finished piece, and what you told us. Your next piece changes
            by what you said beyond what was sewn differently.
          </p>
          <FitNumbersList numbers={numbers} isOwn />
        </section>
      )}
      <RequestForm fit={fit} result={result?.of === "request" ? result : undefined} />
    </div>
  );
}

/** Sends photos smaller where the browser can; the form itself is sent otherwise. */
function useImageForm() {
  const submit = useSubmit();
  const [isShrinking, setShrinking] = useState(false);
  async function send(target: HTMLFormElement, intent: string): Promise<void> {
    const body = new FormData(target);
    body.set("intent", intent);
    setShrinking(true);
    await shrinkImages(body, "images");
    setShrinking(false);
    await submit(body, { method: "post", encType: "multipart/form-data" });
  }
  return { isShrinking, send };
}

function ImageField({ label, isRequired = false }: { label: string; isRequired?: boolean }) {
  return (
    <Field label={label} optional={!isRequired} hint="Up to 4. Only you and the atelier see them.">
      <Input
        type="file"
        name="images"
        accept="image/*"
        multiple
        required={isRequired}
        className="file:mr-3 file:min-h-9 file:border file:border-edge file:bg-white file:px-3"
      />
    </Field>
  );
}

type FormProps = { fit: GarmentFit; result: FitResult | undefined };

function ReportForm({ fit, result }: FormProps) {
  const { feedback, sections } = fit;
  const { isShrinking, send } = useImageForm();
  const busy = useNavigation().formData?.get("intent") === "report" || isShrinking;
  const stored = (located: LocatedPoint) =>
    feedback?.points.find((each) => pointKey(each) === pointKey(located))?.mm ?? 0;
  const textOf = (name: string, before: string) => (result ? (result.values[name] ?? "") : before);
  const problems = result?.problems;
  const isFitting =
    feedback?.points.length === 0 && !(isNoteEnough(sections) && feedback.note !== "");
  return (
    <section aria-labelledby="how-it-fits">
      <h2 id="how-it-fits" className="display text-2xl">
        How does it fit?
      </h2>
      <p className="mt-2 max-w-prose text-ink-soft">
        {feedback
          ? `You told us on ${formatDay(feedback.createdAt)}. Change it here as often as you like.`
          : "Say where it is not right yet, and by how much. Your next piece is cut with it."}
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label="How it fits"
        className="mt-6 max-w-prose space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget, "report");
        }}
      >
        <input type="hidden" name="intent" value="report" />
        {problems?.form && (
          <Notice kind="error" live>
            {problems.form}
          </Notice>
        )}
        <Checkbox
          name={FITS_FIELD}
          value="yes"
          label="It fits well everywhere"
          defaultChecked={textOf(FITS_FIELD, isFitting ? "yes" : "") !== ""}
        />
        {sections.map((section) => (
          <section key={section.title} aria-label={section.title || undefined}>
            {section.title && <h3 className="mb-2 text-lg">{section.title}</h3>}
            <ul className="divide-y divide-line border-y border-line">
              {section.reported.map((located) => {
                const mm = stored(located);
                return (
                  <PointRow
                    key={pointKey(located)}
                    located={located}
                    way={textOf(wayField(located), mm === 0 ? "" : mm > 0 ? "large" : "small")}
                    amount={textOf(amountField(located), mm === 0 ? "" : String(Math.abs(mm)))}
                    error={problems?.points[pointKey(located)]}
                  />
                );
              })}
            </ul>
            <HandPoints text={handPointsText(section)} />
          </section>
        ))}
        <Field label="Anything else about the fit" optional>
          <Textarea
            name="note"
            rows={3}
            maxLength={MAX_FEEDBACK_NOTE_LENGTH}
            defaultValue={textOf("note", feedback?.note ?? "")}
          />
        </Field>
        <ImageField label="Photos" />
        <Button type="submit" busy={busy}>
          Send how it fits
        </Button>
      </Form>
    </section>
  );
}

const HandPoints = ({ text }: { text: string | null }) =>
  text && <p className="mt-3 text-sm text-ink-soft">{text}</p>;

type PointRowProps = {
  located: LocatedPoint;
  way: string;
  amount: string;
  error: string | undefined;
};

function PointRow({ amount, error, located, way }: PointRowProps) {
  const label = pointLabel(located);
  const [large, small] = deviationTexts(located.point);
  const errorId = `${pointKey(located)}-error`;
  return (
    <li className="py-4">
      <fieldset
        aria-describedby={error ? errorId : undefined}
        className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-3"
      >
        <legend className="contents">
          <span className="font-medium">{label}</span>
        </legend>
        <Field label={`${label}: how`} hideLabel>
          <Select name={wayField(located)} defaultValue={way}>
            <option value="">Right</option>
            <option value="large">{capitalized(large)}</option>
            <option value="small">{capitalized(small)}</option>
          </Select>
        </Field>
        <Field label={`${label}: by how much`} hideLabel>
          <Select name={amountField(located)} defaultValue={amount}>
            <option value="">By how much?</option>
            {FEEDBACK_AMOUNTS_MM.map((mm) => (
              <option key={mm} value={mm}>
                {formatAmount(mm, "cm")} ({formatAmount(mm, "inches")})
              </option>
            ))}
          </Select>
        </Field>
      </fieldset>
      <FieldError id={errorId} error={error} />
    </li>
  );
}

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function RequestForm({ fit, result }: FormProps) {
  const { terms } = fit;
  const { isShrinking, send } = useImageForm();
  const busy = useNavigation().formData?.get("intent") === "request" || isShrinking;
  if (terms.closed === "over") {
    return (
      <p className="max-w-prose text-ink-soft">
        This order was refunded, so an alteration cannot be asked for any more.
      </p>
    );
  }
  if (terms.closed === "open_request" || terms.remedies.length === 0) return null;
  return (
    <section aria-labelledby="alteration">
      <h2 id="alteration" className="display text-2xl">
        Have it altered or made again
      </h2>
      <p className="mt-2 max-w-prose text-ink-soft">
        {terms.isFree && terms.until
          ? `Your free AI-Fit remeasurement: once for this piece, until ${formatDay(terms.until)}. We look at what you tell us, and alter it or make it again at no cost.`
          : "When its measurements are significantly different from your order, we make it again at no cost."}
      </p>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label="Alteration"
        className="mt-6 max-w-prose space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget, "request");
        }}
      >
        <input type="hidden" name="intent" value="request" />
        {result?.problems.form && (
          <Notice kind="error" live>
            {result.problems.form}
          </Notice>
        )}
        <RadioGroup
          legend="What should we do?"
          name="remedy"
          defaultValue={result?.values.remedy ?? ""}
          error={result?.problems.remedy}
          options={terms.remedies.map((value) => ({ value, ...remedyMessages[value] }))}
        />
        <Field label="What is wrong with it" optional>
          <Textarea
            name="note"
            rows={4}
            maxLength={MAX_FEEDBACK_NOTE_LENGTH}
            defaultValue={result?.values.note ?? ""}
          />
        </Field>
        <ImageField label="Photos of you wearing it" />
        <Button type="submit" variant="secondary" busy={busy}>
          Send the request
        </Button>
      </Form>
    </section>
  );
}

type RequestsProps = { requests: readonly MyRequest[]; result: FitResult | undefined };

function Requests({ requests, result }: RequestsProps) {
  const mailRoute = use(MailRouteContext);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="display text-2xl">
        {requests.length === 1 ? "Your request" : "Your requests"}
      </h2>
      <ul className="mt-4 max-w-prose divide-y divide-line border-y border-line">
        {requests.map((request) => (
          <li key={request.number} className="space-y-2 py-5">
            <p className="figures flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">{request.number}</span>
              <Badge kind={alterationTone(request.status)}>
                {alterationMessages[request.status]}
              </Badge>
            </p>
            <p className="text-sm text-ink-soft">
              {remedyMessages[request.remedy].label}, {formatDay(request.createdAt)}
              {request.images > 0 && `, ${countOf(request.images)}`}
            </p>
            <p>{alterationStep(request.status, mailRoute)}</p>
            {request.creditMinor !== null && request.creditMinor > 0 && (
              <p className="figures text-sm text-ink-soft">
                {request.status === "done" ? "Store credit" : "Store credit up to"}{" "}
                {formatMoney(
                  money(request.creditMinor, request.currency === "GYD" ? "GYD" : "USD"),
                )}
              </p>
            )}
            {request.decisionNote && (
              <blockquote className="border-l border-demerara pl-4 text-sm whitespace-pre-line wrap-anywhere">
                {request.decisionNote}
              </blockquote>
            )}
            {request.status === "credit" && <ReceiptForm request={request} result={result} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

const countOf = (count: number) => (count === 1 ? "1 photo" : `${count} photos`);

function ReceiptForm({ request, result }: { request: MyRequest; result: FitResult | undefined }) {
  const { isShrinking, send } = useImageForm();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label="Receipt"
      className="space-y-4 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget, "receipt");
      }}
    >
      <input type="hidden" name="intent" value="receipt" />
      {result?.problems.form && (
        <Notice kind="error" live>
          {result.problems.form}
        </Notice>
      )}
      {request.receipts > 0 && (
        <p className="text-sm">We have {countOf(request.receipts)} of it.</p>
      )}
      <ImageField label="Photo of the receipt" isRequired />
      <Button type="submit" variant="secondary" busy={isShrinking}>
        Send the receipt
      </Button>
    </Form>
  );
}
