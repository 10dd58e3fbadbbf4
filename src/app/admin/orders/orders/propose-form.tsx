import { Form, useNavigation } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { LeaveOutFields } from "#app/components/contracts/leave-out-fields.tsx";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import {
  formatValue,
  POSTURES,
  SHOULDER_SHAPES,
} from "#features/body/measurement/measurement-profile.ts";
import { listMeasurements } from "#features/garments/contract/contract-changes.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import type { OpenedLine } from "#features/garments/proposals/open-line.server.ts";
import { MAX_NOTE_LENGTH } from "#features/garments/proposals/proposal-input.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

export type Submitted = {
  note: string;
  values: Record<string, string>;
  choices: Record<string, string>;
  leaveOut: Record<string, string>;
  details: Record<string, string>;
};

/** What the contract's page shows after a form. */
export type ContractResult = {
  opened: OpenedLine | null;
  /** Said again with the next form, so that a refused proposal needs no second purpose. */
  purpose: string;
  message: string | null;
  errors: Record<string, string>;
  submitted: Submitted | null;
};

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Changes of a contract that the customer is asked to approve. */
export function ProposeForm({
  opened,
  result,
}: {
  opened: OpenedLine;
  result: ContractResult | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const newest = opened.versions.at(-1);
  const specification = newest?.specification;
  if (!newest || !specification) return null;
  const errors = result?.errors ?? {};
  const submitted = result?.submitted;
  const { expired } = opened;
  const shown = expired?.specification ?? specification;
  const choiceOf = (group: string, choices: readonly string[], chosen: string) => {
    const proposed = expired?.terms.options.find((option) => option.group === group)?.choice;
    return choices.find((each) => each === proposed) ?? chosen;
  };
  const isLeftOut = (located: LocatedPoint) => {
    const key = pointKey(located);
    return submitted
      ? submitted.leaveOut[key] !== undefined
      : !shown.corrections?.some((each) => pointKey(each) === key);
  };
  const detail = (name: "fit" | "posture" | "shoulders" | "monogram" | "remarks") =>
    submitted?.details[name] ?? shown[name] ?? "";
  const text = (name: string, value: number) =>
    submitted?.values[name] ?? (isMeasurementName(name) ? formatValue(name, value, "cm") : "");
  return (
    <OrderSection id="propose" title="Propose a change">
      <p className="max-w-[60ch] text-sm text-ink-soft">
        The customer sees old and new side by side and approves or declines. The price stays:
        options of another price are not offered here.
      </p>
      {specification.measuredByLink && (
        <Notice
          kind="warning"
          title={`The customer must not read the numbers of ${specification.label}`}
        >
          They were measured by link and not shared. The customer sees which values change, and no
          number. Please write none in the note either.
        </Notice>
      )}
      {expired && !submitted && (
        <Notice kind="info" title="The last proposal ended without an answer">
          The form has its values and its note. Send it again, or change it first.
        </Notice>
      )}
      <Form method="post" className="space-y-6">
        <input type="hidden" name="base" value={newest.version} />
        <input type="hidden" name="purpose" value={result?.purpose ?? ""} />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {listMeasurements(shown).map(({ name, value }) => (
            <Field
              key={name}
              label={
                isMeasurementName(name)
                  ? `${MEASUREMENTS[name].label} (${MEASUREMENTS[name].kind === "angle" ? "°" : MEASUREMENTS[name].kind === "weight" ? "kg" : "cm"})`
                  : name
              }
              error={errors[`values.${name}`]}
            >
              <Input
                name={`values.${name}`}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={text(name, value)}
              />
            </Field>
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <ShapeFields detail={detail} />
          {opened.choices.map(({ choices, chosen, group }) => (
            <Field key={group} label={group} error={errors[`choices.${group}`]}>
              <Select
                name={`choices.${group}`}
                defaultValue={submitted?.choices[group] ?? choiceOf(group, choices, chosen)}
              >
                {choices.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </Select>
            </Field>
          ))}
          <Field label="Monogram" optional error={errors.monogram}>
            <Input name="monogram" autoComplete="off" defaultValue={detail("monogram")} />
          </Field>
        </div>
        <LeaveOutFields corrections={specification.corrections} isLeftOut={isLeftOut} />
        <Field label="Remarks" optional error={errors.remarks}>
          <Textarea name="remarks" rows={3} defaultValue={detail("remarks")} />
        </Field>
        <Field
          label="Note to the customer"
          hint="Why the change helps. It is on the page, not in the email."
          error={errors.note}
        >
          <Textarea
            name="note"
            rows={3}
            required
            maxLength={MAX_NOTE_LENGTH}
            defaultValue={submitted?.note ?? expired?.note ?? ""}
          />
        </Field>
        <Button type="submit" name="intent" value="propose" busy={busy}>
          Send the proposal to the customer
        </Button>
      </Form>
    </OrderSection>
  );
}

type Detail = (name: "fit" | "posture" | "shoulders") => string;

function ShapeFields({ detail }: { detail: Detail }) {
  return (
    <>
      <Field label="Fit">
        <Select name="fit" defaultValue={detail("fit")}>
          <option value="close">Close</option>
          <option value="regular">Regular</option>
          <option value="easy">Easy</option>
        </Select>
      </Field>
      <Field label="Posture">
        <Select name="posture" defaultValue={detail("posture")}>
          <option value="">Not given</option>
          {POSTURES.map((each) => (
            <option key={each} value={each}>
              {capitalized(each)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Shoulders">
        <Select name="shoulders" defaultValue={detail("shoulders")}>
          <option value="">Not given</option>
          {SHOULDER_SHAPES.map((each) => (
            <option key={each} value={each}>
              {capitalized(each)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
