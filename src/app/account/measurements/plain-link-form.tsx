import { PlainReadingFields } from "#app/components/measuring/plain-reading-fields.tsx";
import { PostureDrawing, ShoulderDrawing } from "#app/components/measuring/shape-drawings.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { captureSteps } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { POSTURES, SHOULDER_SHAPES } from "#features/body/measurement/measurement-profile.ts";
import { effortText } from "#features/body/measurement/measuring-effort.ts";
import { SHAPE_PROMISES } from "#features/patterns/body-shape/posture-amounts.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import type { PlainLinkTexts } from "./link-form.ts";
import { FINISH_WITHOUT_REST, isPlainLinkIntent } from "./link-form.ts";

type Props = {
  names: readonly MeasurementName[];
  known: PlainLinkTexts;
  isSaved: boolean;
  result: FormResult | undefined;
};

/** Every measurement of a measure-me link at once, for browsers without JavaScript. */
export function PlainLinkForm({ isSaved, known, names, result }: Props) {
  const submitted = result?.initialValue as Record<string, string> | undefined;
  const isOpen = isPlainLinkIntent(submitted?.intent);
  const entered = isOpen && submitted ? submitted : { ...known.texts, unit: known.unit };
  const errors = (isOpen && result?.error) || {};
  const isMissing =
    submitted?.intent === "plain-finish" &&
    names.some((name) => errors[`reading-${name}-0`] || errors[`reading-${name}-1`]);
  const hasShapes = captureSteps(names).some(({ kind }) => kind === "posture");
  return (
    <form method="post" noValidate aria-label="Your measurements" className="max-w-form space-y-6">
      <p className="text-ink-soft">
        {effortText(names)} with a tape. Ask somebody to help you, and stand relaxed. What you do
        not have yet can stay empty until you come back.
      </p>
      {isOpen && Object.keys(errors).length > 0 && !errors[""] && (
        <Notice kind="warning" title="Stored. Please look at the fields below that are marked." />
      )}
      {isSaved && !isOpen && (
        <Notice kind="success" title="Saved">
          You can close this page and continue later with the same link.
        </Notice>
      )}
      <input type="hidden" name="shownIn" value={known.unit} />
      <PlainReadingFields names={names} entered={entered} errors={errors} />
      {hasShapes && <PlainShapes entered={entered} />}
      {isMissing && <Checkbox name={FINISH_WITHOUT_REST} label="Finish without the rest" />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="plain-finish" size="lg">
          I am done
        </Button>
        <Button type="submit" name="intent" value="plain-save" size="lg" variant="secondary">
          Save and continue later
        </Button>
      </div>
    </form>
  );
}

const labelOf = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

function PlainShapes({ entered }: { entered: Readonly<Record<string, string>> }) {
  const groups = [
    ["posture", "How do you stand?", POSTURES],
    ["shoulders", "How do your shoulders fall?", SHOULDER_SHAPES],
  ] as const;
  return groups.map(([name, title, values]) => (
    <fieldset key={name} className="text-sm">
      <legend className="mb-1.5 font-medium">
        {title} <span className="font-normal text-ink-quiet">(optional)</span>
      </legend>
      <p className="mb-3 text-ink-quiet">{SHAPE_PROMISES[name]}</p>
      <div className="grid grid-cols-2 gap-3">
        {values.map((value) => (
          <label key={value} className="flex min-h-11 flex-col items-start gap-2">
            {name === "posture" ? (
              <PostureDrawing posture={value} className="h-32 w-auto" />
            ) : (
              <ShoulderDrawing shoulders={value} className="h-20 w-auto" />
            )}
            <span className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={entered[name] === value}
                className="choice"
              />
              {labelOf(value)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
