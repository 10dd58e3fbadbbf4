import { Link, useSearchParams } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { MeasuringUnitFields } from "#app/components/measuring/measuring-unit-fields.tsx";
import {
  isMeasurementName,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import { listMeasurements } from "#features/garments/contract/contract-changes.ts";
import {
  keepValueField,
  PROFILE_FIELD,
  RETURN_FIELD,
  valueField,
} from "#features/garments/production/customer-change-input.ts";
import type { CustomerChangeForm } from "#features/garments/production/customer-change-queries.server.ts";
import { hiddenNumbersMessage } from "#features/garments/specification/specification.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { NEW_MEASUREMENTS } from "./change-garment-path.ts";
import type { ChangeResult, PartProps } from "./change-section.tsx";
import { Section } from "./change-section.tsx";

type MeasurementProps = PartProps & { questions: ChangeResult["questions"] };

/** The agreed measurements of a garment, each to be entered anew, and those of the account. */
export function MeasurementFields({ errorOf, form, questions, sent }: MeasurementProps) {
  const { profile, version } = form;
  const [query] = useSearchParams();
  const { specification } = version;
  if (!specification) return null;
  const hidden = hiddenNumbersMessage(specification);
  if (hidden) return <Section title="Measurements" lead={hidden} />;
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
      <MeasuringUnitFields unit={sent.unit} />
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
