import type { ReactNode, Ref } from "react";
import { Link, useNavigate } from "react-router";
import type { SizeFinder } from "#app/components/size-guide/use-size-finder.ts";
import type { MeasureTexts } from "#features/body/measurement/body-measures.ts";
import { GIRTHS } from "#features/body/measurement/body-measures.ts";
import { unitAbbreviation } from "#features/body/measurement/length-text.ts";
import type { MeasureFit, SizeAdvice } from "#features/body/size-advice/find-my-size.ts";
import {
  measureLabel,
  measureProblemMessage,
  sizeAdviceMessages,
} from "#features/body/size-advice/size-advice-messages.ts";
import type { ChartMeasure, ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { WizardLocation, WizardProduct } from "./wizard-url.ts";
import {
  availability,
  productSizePath,
  SIZE_ADVICE_PATH,
  sizeAdvicePath,
  wizardPath,
} from "./wizard-url.ts";

type SizeRecommendationProps = {
  advice: SizeAdvice;
  unit: ChartUnit;
  /** Receives the focus when the result appears. */
  headingRef: Ref<HTMLHeadingElement>;
  children?: ReactNode;
};

/** Explains the size in text and draws every measurement on its range. */
function SizeRecommendation({ advice, unit, headingRef, children }: SizeRecommendationProps) {
  const { headline, because, lines } = sizeAdviceMessages(advice, unit);
  const isNamed = advice.kind !== "above" && advice.kind !== "below" && advice.kind !== "open";
  return (
    <section aria-labelledby="size-answer" className="mt-10 border-t-2 border-demerara pt-8">
      <div className="flex items-start gap-6">
        {isNamed && (
          <p
            aria-hidden="true"
            className="display shrink-0 text-hero leading-none! text-demerara max-sm:hidden"
          >
            {advice.size}
          </p>
        )}
        <div>
          <h3
            id="size-answer"
            ref={headingRef}
            tabIndex={-1}
            className="display scroll-mt-28 text-2xl outline-none"
          >
            {headline}
          </h3>
          <p className="mt-3 max-w-prose text-ink-soft">{because}</p>
        </div>
      </div>
      <ul className="mt-7 divide-y divide-line border-y border-line empty:hidden">
        {lines.map((line, percentAt) => {
          const fit = advice.fits[percentAt];
          return (
            <li
              key={line.measure}
              className="grid grid-cols-[1fr_1.2fr] items-center gap-x-6 gap-y-1 py-3.5 text-sm"
            >
              <p>
                <span className="font-medium">{line.label}</span>{" "}
                <span className="figures text-ink-soft">{line.body}</span>
              </p>
              {fit && <FitDrawing fit={fit} />}
              <p className="figures col-span-2 text-ink-soft">{line.text}</p>
            </li>
          );
        })}
      </ul>
      {children && <div className="mt-7">{children}</div>}
    </section>
  );
}

/** Draws this many millimeters on either side of the size. */
const MARGIN_MM = 80;

/** The size is a range, the body a point: left of the range the garment is loose, right of it tight. */
function FitDrawing({ fit }: { fit: MeasureFit }) {
  const { from, to } = fit.range;
  const whole = to - from + 2 * MARGIN_MM;
  const percentAt = (mm: number) =>
    Math.min(100, Math.max(0, ((mm - from + MARGIN_MM) / whole) * 100));
  return (
    <div aria-hidden="true" className="relative h-5 border-x border-line">
      <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <div
        className="absolute top-1/2 h-2.5 -translate-y-1/2 bg-demerara/25"
        style={{ left: `${percentAt(from)}%`, right: `${100 - percentAt(to)}%` }}
      />
      <div
        className={`absolute top-0 h-5 w-0.5 -translate-x-1/2 forced-colors:bg-[CanvasText] ${fit.fit === "inside" ? "bg-ink" : "bg-hibiscus"}`}
        style={{ left: `${percentAt(fit.bodyMm)}%` }}
      />
    </div>
  );
}

type FindMySizeFormProps = {
  finder: SizeFinder;
  measures: readonly ChartMeasure[];
  unit: ChartUnit;
  /** A browser without JavaScript submits the form there. */
  action: string;
  product: WizardProduct | null;
  /** Leads to the result when every number is in another unit. */
  addressOf: (unit: ChartUnit, texts: MeasureTexts) => string;
  onUnit: (unit: ChartUnit) => void;
  onFocusAt: (measure: ChartMeasure | null) => void;
};

const EXAMPLES: Readonly<Record<ChartUnit, string>> = {
  inches: "such as 34 1/2",
  cm: "such as 87.5",
};

/** Computes in the browser and submits only without JavaScript. */
function FindMySizeForm(props: FindMySizeFormProps) {
  const { finder, measures, unit, action, product, onFocusAt } = props;
  return (
    <form ref={finder.formRef} action={action} method="get" noValidate onSubmit={finder.submit}>
      {product && <input type="hidden" name="product" value={product.id} />}
      {product?.color && <input type="hidden" name="color" value={product.color} />}
      <input type="hidden" name="unit" value={unit} />
      <OtherUnit {...props} />
      <div className="grid grid-cols-2 gap-x-5 gap-y-5">
        {measures.map((measure) => {
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

/** Offers to reinterpret numbers that only make sense in the other unit. */
function OtherUnit({ finder, measures, addressOf, onUnit }: FindMySizeFormProps) {
  const problem = Object.values(finder.problems).find(({ code }) => code === "other-unit");
  if (problem?.code !== "other-unit") return null;
  const { meant } = problem;
  const texts = Object.fromEntries(measures.map((measure) => [measure, finder.textOf(measure)]));
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

type SizeFinderSectionProps = {
  finder: SizeFinder;
  measures: readonly ChartMeasure[];
  unit: ChartUnit;
  location: WizardLocation;
  product: WizardProduct | null;
  onUnit: (unit: ChartUnit) => void;
  onFocusAt: (measure: ChartMeasure | null) => void;
};

/** Decision M2. */
export function SizeFinderSection(props: SizeFinderSectionProps) {
  const { finder, measures, unit, location, product, onUnit, onFocusAt } = props;
  const navigate = useNavigate();
  const isPartial = product !== null && measures.length < 4;
  return (
    <section aria-labelledby="find-my-size">
      <h2 id="find-my-size" className="display scroll-mt-28 text-3xl">
        Find my size
      </h2>
      <p className="mt-3 mb-7 max-w-[52ch] text-ink-soft">
        {isPartial
          ? `These measurements decide how ${product.name} fits.`
          : "Enter your measurements, and we will tell you which size to choose and why."}
      </p>
      <FindMySizeForm
        finder={finder}
        measures={measures}
        unit={unit}
        action={`${SIZE_ADVICE_PATH}#find-my-size`}
        product={product}
        addressOf={(meant, texts) => sizeAdvicePath({ ...location, unit: meant }, texts)}
        onUnit={(meant) => {
          onUnit(meant);
          navigate(wizardPath({ ...location, step: 3, unit: meant }), {
            replace: true,
            preventScrollReset: true,
          });
        }}
        onFocusAt={onFocusAt}
      />
      {finder.advice && (
        <SizeRecommendation advice={finder.advice} unit={unit} headingRef={finder.resultRef}>
          {finder.advice.kind !== "open" && <SizeWays advice={finder.advice} product={product} />}
        </SizeRecommendation>
      )}
    </section>
  );
}

type SizeWaysProps = { advice: SizeAdvice; product: WizardProduct | null };

/** Decisions M3 and M4. */
function SizeWays({ advice, product }: SizeWaysProps) {
  const isOffChart = advice.kind === "above" || advice.kind === "below";
  if (!product) {
    return advice.advisesCustom ? (
      <p className="text-ink-soft">
        Choose Custom on the piece you like, or{" "}
        <Link to="/contact" className="link">
          ask the atelier
        </Link>
        .
      </p>
    ) : null;
  }
  const state = isOffChart ? "off-chart" : availability(product, advice.size);
  const custom = availability(product, CUSTOM_SIZE) === "available";
  const offersCustom = custom && (advice.advisesCustom || state !== "available");
  return (
    <div>
      {state === "sold-out" && (
        <p className="mb-4 text-ink-soft">
          {product.name} is sold out in {advice.size} for now.
        </p>
      )}
      {state === "absent" && (
        <p className="mb-4 text-ink-soft">
          {product.name} is not made in {advice.size}.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {state === "available" && (
          <ButtonLink
            to={productSizePath(product, advice.size)}
            variant={offersCustom ? "secondary" : "primary"}
          >
            Choose {advice.size} for {product.name}
          </ButtonLink>
        )}
        {offersCustom && (
          <ButtonLink to={productSizePath(product, CUSTOM_SIZE)}>
            Choose Custom for {product.name}
          </ButtonLink>
        )}
        {(advice.advisesCustom || state !== "available") && (
          <ButtonLink to={`/contact?product=${product.id}`} variant="quiet">
            Ask us about this piece
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
