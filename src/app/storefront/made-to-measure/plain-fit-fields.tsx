import { PlainReadingFields } from "#app/components/measuring/plain-reading-fields.tsx";
import { MAX_LABEL_LENGTH } from "#features/body/measurement/measurement-profile.ts";
import { effortText } from "#features/body/measurement/measuring-effort.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { measurementsOfDraft, readDraft } from "#features/garments/specification/fit-draft.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { FitResult } from "./fit-action.server.ts";
import { draftOf, PLAIN_FIT, SHOW_CHOICES } from "./fit-form.ts";

type Props = { terms: MadeToMeasureTerms; result: FitResult | undefined };

/** Whose garment it is and every measurement at once, for browsers without JavaScript. */
export function PlainFitFields({ terms, result }: Props) {
  const entered = result?.entered ?? {};
  const { required } = measurementsOfDraft(readDraft(draftOf(entered, terms), terms), terms);
  const problem = result?.error?.person?.[0] ?? result?.error?.[""]?.[0];
  return (
    <section className="border-t border-line pt-6 pb-10">
      <h2 className="display text-2xl">Measurements</h2>
      <p className="mt-1 mb-6 max-w-[60ch] text-sm text-ink-soft">
        {effortText(required)} with a tape. Ask somebody to help you, and stand relaxed. Only you
        and the atelier read them.
      </p>
      {entered.line && (
        <Notice kind="info" title="You are changing a piece in your cart" className="mb-6">
          It stays as it was until you save. Leave every measurement empty to use those it has.
        </Notice>
      )}
      {result?.status === "error" && (
        <Notice kind="error" title="Not added yet" className="mb-6">
          {problem ?? "Please look at the fields below that are marked."}
        </Notice>
      )}
      <div className="max-w-form space-y-6">
        <Field label="Name of the person" optional>
          <Input
            form={PLAIN_FIT}
            name="person"
            defaultValue={entered.person}
            maxLength={MAX_LABEL_LENGTH}
          />
        </Field>
        <PlainReadingFields
          names={required}
          entered={entered}
          errors={result?.error ?? {}}
          form={PLAIN_FIT}
        />
      </div>
    </section>
  );
}

/** Without a script the drawing and the price follow the answers once they are sent; the first button, which Enter presses, does that. */
export function PlainFitButton({ line }: { line: string | undefined }) {
  return (
    <form id={PLAIN_FIT} method="post" className="space-y-4">
      {line && <input type="hidden" name="line" value={line} />}
      <Button
        type="submit"
        name="intent"
        value={SHOW_CHOICES}
        variant="secondary"
        className="w-full"
      >
        Show drawing and price
      </Button>
      <Button type="submit" name="intent" value="plain" size="lg" className="w-full">
        {line ? "Save Changes" : "Add to Cart"}
      </Button>
      {!line && (
        <Button type="submit" name="intent" value="inquire" variant="secondary" className="w-full">
          Guyana Sales
        </Button>
      )}
    </form>
  );
}
