import { Form, useNavigation } from "react-router";
import type { FormResult } from "#app/web/form.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

export const REQUEST_REMEASURED = "request-remeasured";

type Props = {
  names: readonly MeasurementName[];
  isRequested: boolean;
  result: FormResult | undefined;
};

const HEADING = "remeasured-heading";
const PROBLEM = "remeasured-problem";

/** What somebody can still do who has measured again after the approval to cut: the atelier is asked, by the names of what changed. */
export function RemeasuredRequest({ isRequested, names, result }: Props) {
  const isBusy = useNavigation().state === "submitting";
  const problem = result?.error?.names?.join(" ");
  if (names.length === 0) return null;
  return (
    <section aria-labelledby={HEADING} className="border-t border-line pt-6">
      <h2 id={HEADING} className="display text-2xl">
        Measured again?
      </h2>
      {isRequested && (
        <Notice kind="info" className="mt-4" title="The atelier is asked">
          It writes to you for the new numbers and says what is still possible. Nothing changes
          before you agree: you get an email with a private link to the change.
        </Notice>
      )}
      <p className="mt-3 max-w-[60ch] text-ink-soft">
        Choose what has another number now, and we ask the atelier what is still possible. The
        numbers stay with you until a tailor writes.
      </p>
      <Form method="post" preventScrollReset className="mt-4">
        <fieldset aria-describedby={problem ? PROBLEM : undefined}>
          <legend className="sr-only">What was measured again</legend>
          <div className="grid gap-x-8 sm:grid-cols-2">
            {names.map((name) => (
              <Checkbox key={name} name="names" value={name} label={MEASUREMENTS[name].label} />
            ))}
          </div>
          <FieldError id={PROBLEM} error={problem} />
        </fieldset>
        <Button
          type="submit"
          name="intent"
          value={REQUEST_REMEASURED}
          variant="secondary"
          busy={isBusy}
          className="mt-4 max-sm:w-full"
        >
          Ask the atelier
        </Button>
      </Form>
    </section>
  );
}
