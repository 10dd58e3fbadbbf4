import { useNavigate } from "react-router";
import { FindMySizeForm } from "#app/components/size-guide/find-my-size-form.tsx";
import { SizeRecommendation } from "#app/components/size-guide/size-recommendation.tsx";
import type { SizeFinder } from "#app/components/size-guide/use-size-finder.ts";
import type { ChartMeasure, ChartUnit } from "#features/measurement/size-chart.ts";
import { SizeWays } from "./size-ways.tsx";
import type { WizardProduct } from "./wizard-product.ts";
import type { WizardLocation } from "./wizard-url.ts";
import { SIZE_ADVICE_PATH, sizeAdvicePath, wizardPath } from "./wizard-url.ts";

type Props = {
  finder: SizeFinder;
  asked: readonly ChartMeasure[];
  unit: ChartUnit;
  place: WizardLocation;
  product: WizardProduct | null;
  onUnit: (unit: ChartUnit) => void;
  onFocusAt: (measure: ChartMeasure | null) => void;
};

/** Find my size under the chart, with its answer and what to do next (decision M2). */
export function SizeFinderSection(props: Props) {
  const { finder, asked, unit, place, product, onUnit, onFocusAt } = props;
  const navigate = useNavigate();
  const isPartial = product !== null && asked.length < 4;
  return (
    <section aria-labelledby="find-my-size">
      <h2 id="find-my-size" className="display scroll-mt-28 text-3xl">
        Find my size
      </h2>
      <p className="mt-3 mb-7 max-w-[52ch] text-ink-soft">
        {isPartial
          ? `These are the measures that decide how ${product.name} fits.`
          : "Type what your tape says, and we tell you which size and why."}
      </p>
      <FindMySizeForm
        finder={finder}
        asked={asked}
        unit={unit}
        action={`${SIZE_ADVICE_PATH}#find-my-size`}
        productId={product?.id ?? null}
        addressOf={(meant, texts) => sizeAdvicePath({ ...place, unit: meant }, texts)}
        onUnit={(meant) => {
          onUnit(meant);
          navigate(wizardPath({ ...place, step: 3, unit: meant }), {
            replace: true,
            preventScrollReset: true,
          });
        }}
        onFocusAt={onFocusAt}
      />
      {finder.advice && (
        <SizeRecommendation advice={finder.advice} unit={unit} headingRef={finder.answerRef}>
          <SizeWays advice={finder.advice} product={product} />
        </SizeRecommendation>
      )}
    </section>
  );
}
