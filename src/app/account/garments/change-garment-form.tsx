import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { LeaveOutFields } from "#app/components/contracts/leave-out-fields.tsx";
import { formatMoney, money } from "#core/money-amount.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import { choiceFieldOf } from "#features/garments/production/customer-change-input.ts";
import type {
  ChangeChoice,
  ChangeGroup,
  CustomerChangeForm,
} from "#features/garments/production/customer-change-queries.server.ts";
import {
  leaveOutField,
  MAX_MONOGRAM_LENGTH,
  MAX_REMARKS_LENGTH,
} from "#features/garments/specification/specification.ts";
import { Button } from "#ui/button.tsx";
import { Field, FieldError, Input, Select, Textarea } from "#ui/field.tsx";
import { useFocusAfter } from "#ui/focus-after.ts";
import { Notice } from "#ui/notice.tsx";
import { CODE_FIELD, CodeField, SEND_CODE } from "../orders/order-code-panel.tsx";
import { MeasurementFields } from "./change-measurements.tsx";
import type { ChangeResult, PartProps } from "./change-section.tsx";
import { radioRow, Section } from "./change-section.tsx";

type Props = { form: CustomerChangeForm; response: ChangeResult | null };

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

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
