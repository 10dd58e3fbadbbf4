import { Link } from "react-router";
import { GIRTHS } from "#features/measurement/body-measures.ts";
import { unitAbbreviation } from "#features/measurement/length-text.ts";
import { measureLabel, measureProblemMessage } from "#features/measurement/size-advice-messages.ts";
import type { ChartMeasure, ChartUnit } from "#features/measurement/size-chart.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { MeasureTexts, SizeFinder } from "./use-size-finder.ts";

type Props = {
  finder: SizeFinder;
  asked: readonly ChartMeasure[];
  unit: ChartUnit;
  /** Where a browser without script sends the form. */
  action: string;
  productId: string | null;
  /** The answer's address when every number is meant in another unit. */
  addressOf: (unit: ChartUnit, texts: MeasureTexts) => string;
  onUnit: (unit: ChartUnit) => void;
  onFocusAt: (measure: ChartMeasure | null) => void;
};

const EXAMPLES: Readonly<Record<ChartUnit, string>> = {
  inches: "such as 34 1/2",
  cm: "such as 87.5",
};

/** The shopper's own measures: read as people write them, worked out in the browser, sent only where no script runs. */
export function FindMySizeForm(props: Props) {
  const { finder, asked, unit, action, productId, onFocusAt } = props;
  return (
    <form ref={finder.formRef} action={action} method="get" noValidate onSubmit={finder.submit}>
      {productId !== null && <input type="hidden" name="product" value={productId} />}
      <input type="hidden" name="unit" value={unit} />
      <OtherUnit {...props} />
      <div className="grid grid-cols-2 gap-x-5 gap-y-5">
        {asked.map((measure) => {
          const text = finder.textOf(measure);
          const problem = finder.problems[measure];
          return (
            <Field
              key={measure}
              label={`${measureLabel(measure)} (${unitAbbreviation(unit)})`}
              optional={!GIRTHS.includes(measure)}
              error={problem && measureProblemMessage(measure, problem, { text, unit })}
            >
              <Input
                name={measure}
                value={text}
                onChange={(event) => finder.type(measure, event.target.value)}
                onFocus={() => onFocusAt(measure)}
                onBlur={() => onFocusAt(null)}
                inputMode={unit === "cm" ? "decimal" : "text"}
                autoComplete="off"
                enterKeyHint="done"
                maxLength={24}
                className="figures"
              />
            </Field>
          );
        })}
      </div>
      <p className="mt-3 text-sm text-ink-quiet">
        Numbers {EXAMPLES[unit]}; leave out what you have not measured.
      </p>
      <Button type="submit" size="lg" className="mt-6 w-full sm:w-auto">
        Find my size
      </Button>
    </form>
  );
}

/** Numbers that only make sense in the other unit: one press reads them so. */
function OtherUnit({ finder, asked, addressOf, onUnit }: Props) {
  const problem = Object.values(finder.problems).find(({ code }) => code === "other-unit");
  if (problem?.code !== "other-unit") return null;
  const { meant } = problem;
  const texts = Object.fromEntries(asked.map((measure) => [measure, finder.textOf(measure)]));
  return (
    <Notice kind="info" className="mb-6" title={`Did you measure in ${meant}?`}>
      <Link
        to={addressOf(meant, texts)}
        className="link inline-block py-1"
        onClick={(event) => {
          event.preventDefault();
          onUnit(meant);
          finder.readAs(meant);
        }}
      >
        Read my numbers as {meant}
      </Link>
    </Notice>
  );
}
