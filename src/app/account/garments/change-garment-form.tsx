import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { LeaveOutFields } from "#app/components/contracts/leave-out-fields.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import { listMeasurements } from "#features/garments/contract/contract-changes.ts";
import type { Question } from "#features/garments/production/customer-change-input.ts";
import {
  choiceFieldOf,
  keepValueField,
  PROFILE_FIELD,
  RETURN_FIELD,
  valueField,
} from "#features/garments/production/customer-change-input.ts";
import type {
  ChangeChoice,
  ChangeGroup,
  CustomerChangeForm,
} from "#features/garments/production/customer-change-queries.server.ts";
import {
  hiddenNumbersMessage,
  leaveOutField,
  MAX_MONOGRAM_LENGTH,
  MAX_REMARKS_LENGTH,
} from "#features/garments/specification/specification.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, FieldError, Input, Select, Textarea } from "#ui/field.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";
import { Notice } from "#ui/notice.tsx";
import { CODE_FIELD, CodeField, SEND_CODE } from "../orders/order-code-panel.tsx";
import { NEW_MEASUREMENTS } from "./change-garment-path.ts";

/** What the form shows after a refusal: every field as it was sent. */
export type ChangeResult = {
  result: FormResult;
  message: string | null;
  questions: readonly Question[];
  sent: Readonly<Record<string, string>>;
  /** A guest's proof has ended: a code from the order's mailbox is asked for. */
  needsCode: boolean;
};

type Props = { form: CustomerChangeForm; response: ChangeResult | null };

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

type PartProps = {
  form: CustomerChangeForm;
  sent: Readonly<Record<string, string>>;
  errorOf: (field: string) => string | undefined;
};

/** One form with everything that can change. What is left as it is stays as agreed. */
export function ChangeGarmentForm({ form, response }: Props) {
  const busy = useNavigation().state === "submitting";
  const problem = useRef<HTMLDivElement>(null);
  const { count, productName, version } = form;
  const errors = response?.result.error ?? {};
  const errorOf = (field: string) => errors[field]?.[0];
  const parts = { form, sent: response?.sent ?? {}, errorOf };
  const [asksCode, setAsksCode] = useState(false);
  if (response?.needsCode && !asksCode) setAsksCode(true);
  const hasFieldErrors = Object.values(errors).some((each) => each && each.length > 0);
  const questions = response?.questions ?? [];
  useFocusAfter(response, () => problem.current?.focus());
  return (
    <Form method="post" preventScrollReset className="mt-4 max-w-180" noValidate>
      <input type="hidden" name="base" value={version.version} />
      <p className="text-ink-soft">
        Until a tailor approves it to be cut, you change what you like; the price stays the same.
        What you leave as it is stays as agreed.
        {count > 1 && ` The change is for all ${count} pieces of this line.`}
      </p>
      {response && (
        <div ref={problem} tabIndex={-1} className="mt-6 scroll-mt-6">
          <Notice kind="error" live title="Not saved yet">
            {response.message}
            {(hasFieldErrors || questions.length > 0) && (
              <p>Please look at the fields that are marked below. All you entered is still here.</p>
            )}
          </Notice>
        </div>
      )}
      {asksCode && (
        <div className="mt-6 max-w-104">
          <CodeField error={errorOf(CODE_FIELD)} />
        </div>
      )}
      <OptionFields {...parts} />
      <ShapeFields {...parts} />
      <MeasurementFields {...parts} questions={questions} />
      <div className="mt-10 border-t border-line pt-6">
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" size="lg" busy={busy}>
            Save the change
          </Button>
          {asksCode && <SendNewCode />}
        </div>
        <p className="mt-3 text-sm text-ink-soft">
          A tailor checks your {productName} again, and its pattern is drawn anew.
        </p>
      </div>
    </Form>
  );
}

/** Stands behind the button that saves, which the Enter key presses. */
function SendNewCode() {
  return (
    <Button
      type="submit"
      name="intent"
      value={SEND_CODE}
      size="lg"
      variant="secondary"
      formNoValidate
    >
      Send a new code
    </Button>
  );
}

/** Without JavaScript, when a guest's proof has ended: everything that was entered goes along. */
export function ProveAgainForm({ response }: { response: ChangeResult }) {
  const { message, result, sent } = response;
  return (
    <Form method="post" className="mt-6">
      <Notice kind="error" live title="Not saved yet">
        {message} All you entered is kept.
      </Notice>
      {Object.entries(sent).map(([name, value]) =>
        name === CODE_FIELD || name === "intent" ? null : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <div className="mt-6 max-w-104">
        <CodeField error={result.error?.[CODE_FIELD]?.[0]} />
      </div>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <Button type="submit" size="lg">
          Save the change
        </Button>
        <SendNewCode />
      </div>
    </Form>
  );
}

function Section({
  children,
  lead,
  title,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="mt-10 border-t border-line pt-6">
      <h2 className="display text-2xl">{title}</h2>
      {lead && <p className="mt-1 max-w-[60ch] text-sm text-ink-soft">{lead}</p>}
      {children && <div className="mt-5 space-y-6">{children}</div>}
    </section>
  );
}

function OptionFields({ errorOf, form: { groups }, sent }: PartProps) {
  if (groups.length === 0) return null;
  const hasOtherPrice = groups.some(({ choices }) =>
    choices.some(({ obstacle }) => obstacle === "other_price"),
  );
  return (
    <Section title="Cloth and details">
      {groups.map((group) => (
        <GroupField
          key={group.id}
          group={group}
          chosen={sent[choiceFieldOf(group.id)] ?? group.chosen}
          error={errorOf(choiceFieldOf(group.id))}
        />
      ))}
      {hasOtherPrice && (
        <p className="text-sm text-ink-soft">
          This page cannot charge or give back money. For an option of another price,{" "}
          <Link to="/contact" className="link">
            write to the atelier
          </Link>
          , which agrees on the difference with you and changes it.
        </p>
      )}
    </Section>
  );
}

const radioRow = "flex min-h-11 items-start gap-3 py-2.5 text-sm leading-6";

type GroupProps = { group: ChangeGroup; chosen: string; error: string | undefined };

function GroupField({ chosen, error, group: { choices, id, name } }: GroupProps) {
  const field = choiceFieldOf(id);
  const errorId = `${id}-error`;
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{name}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={`${radioRow} ${choice.obstacle ? "text-ink-quiet" : ""}`}
        >
          <input
            type="radio"
            name={field}
            value={choice.value}
            defaultChecked={choice.value === chosen}
            disabled={choice.obstacle !== null}
            className="choice mt-0.5"
          />
          <span>
            {choice.name}
            {choice.obstacle && ` (${obstacleText(choice)})`}
            {choice.description && (
              <span className="block text-ink-quiet">{choice.description}</span>
            )}
          </span>
        </label>
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

function obstacleText({ difference, obstacle }: ChangeChoice): string {
  if (obstacle === "used_up") return "used up";
  const amount = formatMoney(money(Math.abs(difference.minorUnits), difference.currency));
  return `${amount} ${difference.minorUnits > 0 ? "more" : "less"}`;
}

function ShapeFields({ errorOf, form, sent }: PartProps) {
  const { specification } = form.version;
  if (!specification) return null;
  const { fit, measuredByLink, monogram, posture, remarks, shoulders } = specification;
  const choices = [
    { name: "posture", label: "Posture", values: POSTURES, value: posture },
    { name: "shoulders", label: "Shoulders", values: SHOULDER_SHAPES, value: shoulders },
  ];
  return (
    <Section title="Fit and remarks">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Fit</legend>
        {FITS.map((each) => (
          <label key={each} className={radioRow}>
            <input
              type="radio"
              name="fit"
              value={each}
              defaultChecked={(sent.fit ?? fit) === each}
              className="choice mt-0.5"
            />
            {capitalized(each)}
          </label>
        ))}
        <FieldError id="fit-error" error={errorOf("fit")} />
      </fieldset>
      {!measuredByLink && (
        <div className="grid gap-6 sm:grid-cols-2">
          {choices.map(({ label, name, value, values }) => (
            <Field key={name} label={label} optional error={errorOf(name)}>
              <Select name={name} defaultValue={sent[name] ?? value ?? ""}>
                <option value="">Not given</option>
                {values.map((each) => (
                  <option key={each} value={each}>
                    {capitalized(each)}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      )}
      <LeaveOutFields
        corrections={specification.corrections}
        isLeftOut={(located) => sent[leaveOutField(located)] !== undefined}
      />
      {(form.hasMonogram || monogram) && (
        <Field
          label="Monogram"
          optional
          hint={`At most ${MAX_MONOGRAM_LENGTH} letters.`}
          error={errorOf("monogram")}
        >
          <Input
            name="monogram"
            autoComplete="off"
            defaultValue={sent.monogram ?? monogram ?? ""}
          />
        </Field>
      )}
      <Field label="Remarks" optional error={errorOf("remarks")}>
        <Textarea
          name="remarks"
          rows={3}
          maxLength={MAX_REMARKS_LENGTH}
          defaultValue={sent.remarks ?? remarks}
        />
      </Field>
    </Section>
  );
}

const UNITS = [
  ["cm", "Centimeters and kilograms"],
  ["inches", "Inches and pounds"],
] as const;

type MeasurementProps = PartProps & { questions: ChangeResult["questions"] };

function MeasurementFields({ errorOf, form, questions, sent }: MeasurementProps) {
  const { profile, version } = form;
  const [query] = useSearchParams();
  const { specification } = version;
  if (!specification) return null;
  const hidden = hiddenNumbersMessage(specification);
  if (hidden) return <Section title="Measurements" lead={hidden} />;
  const unit = sent.unit ?? "cm";
  return (
    <Section
      title={`Measurements of ${specification.label}`}
      lead="Enter only what you have measured again. An empty field stays as agreed."
    >
      {profile && (
        <ProfileField
          profile={profile}
          isChosen={sent[PROFILE_FIELD] === "on" || query.has(NEW_MEASUREMENTS)}
          error={errorOf(PROFILE_FIELD)}
        />
      )}
      <fieldset className="text-sm">
        <legend className="mb-1 font-medium">I measure in</legend>
        {UNITS.map(([value, label]) => (
          <label key={value} className={radioRow}>
            <input
              type="radio"
              name="unit"
              value={value}
              defaultChecked={unit === value}
              className="choice mt-0.5"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        {listMeasurements(specification).map(({ label, name, text }) => {
          const field = valueField(name);
          const question = questions.find((each) => each.name === name);
          return (
            <div key={name} className="space-y-3">
              <Field label={label} hint={`As agreed: ${text}`} error={errorOf(field)}>
                <Input
                  name={field}
                  inputMode={isAngle(name) ? "numeric" : "decimal"}
                  autoComplete="off"
                  maxLength={20}
                  defaultValue={sent[field]}
                  className="figures"
                />
              </Field>
              {question && (
                <Notice kind="warning" title={question.text}>
                  <Checkbox
                    name={keepValueField(name)}
                    value={question.value}
                    label={`The ${label.toLowerCase()} is right as it is`}
                  />
                </Notice>
              )}
              {!question && sent[keepValueField(name)] && (
                <input
                  type="hidden"
                  name={keepValueField(name)}
                  value={sent[keepValueField(name)]}
                />
              )}
            </div>
          );
        })}
      </div>
      {profile && (
        <Checkbox
          name={RETURN_FIELD}
          defaultChecked={Object.keys(sent).length === 0 || sent[RETURN_FIELD] === "on"}
          label={`Also store these numbers in my account, for the next garment of ${specification.label}`}
        />
      )}
    </Section>
  );
}

const isAngle = (name: string) => isMeasurementName(name) && MEASUREMENTS[name].kind === "angle";

type ProfileProps = {
  profile: NonNullable<CustomerChangeForm["profile"]>;
  isChosen: boolean;
  error: string | undefined;
};

function ProfileField({ error, isChosen, profile: { changes, problem } }: ProfileProps) {
  if (problem)
    return (
      <p className="text-sm text-ink-soft">
        The measurements in your account cannot be used yet. {problem}{" "}
        <Link to="/profile/measurements" className="link inline-block py-2.5">
          Your measurements
        </Link>
      </p>
    );
  if (changes.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        The measurements in your account are the ones that we agreed on.
      </p>
    );
  return (
    <div>
      <Checkbox
        name={PROFILE_FIELD}
        defaultChecked={isChosen}
        label="Use the measurements in my account as they are now"
        error={error ?? null}
      />
      <details className="text-sm" open={isChosen}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          What that changes
        </summary>
        <ChangesTable changes={changes} headings={["As agreed", "In your account"]} />
      </details>
    </div>
  );
}
