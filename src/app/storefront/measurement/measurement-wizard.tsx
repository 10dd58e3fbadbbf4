import { Image, PersonStanding, Shirt, Watch } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { BodyDrawing } from "#app/components/size-guide/body-drawing.tsx";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { StepProps } from "./chart-step.tsx";
import { ChartStep, StepHead, useWizardUnit } from "./chart-step.tsx";
import type { WizardLocation, WizardStep } from "./wizard-url.ts";
import { productSizePath, WIZARD_FILTERS, wizardPath } from "./wizard-url.ts";

const STEPS: readonly { step: WizardStep; label: string }[] = [
  { step: 1, label: "Preparation" },
  { step: 2, label: "AI measurement" },
  { step: 3, label: "Size chart" },
];

/** Unrolls a tape from step to step (design: Measurement). */
function WizardTape({ location }: { location: WizardLocation }) {
  const unrolled = (location.step / STEPS.length) * 100;
  return (
    <nav aria-label="Steps" className="print:hidden">
      <div aria-hidden="true" className="relative overflow-hidden pt-4">
        <div className="absolute inset-x-0 bottom-0 h-px bg-line" />
        <div
          className="relative h-3.5 transition-transform duration-700"
          style={{ transform: `translateX(${unrolled - 100}%)` }}
        >
          <Tape />
          <Roll turns={location.step} />
        </div>
      </div>
      <ol className="grid grid-cols-3">
        {STEPS.map(({ step, label }) => (
          <li key={step} className="text-right">
            <Link
              to={wizardPath({ ...location, step })}
              aria-current={step === location.step ? "step" : undefined}
              className={`inline-flex min-h-11 min-w-11 items-center justify-end gap-2 py-1 text-sm leading-tight transition-colors hover:text-demerara ${step === location.step ? "font-medium text-ink" : "text-ink-quiet"}`}
            >
              <span className="figures">{step}</span>
              {/* On phones the longest label meets the number before it; the step's heading has it too. */}
              <span className="max-sm:sr-only">{label}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Tape() {
  const ticks = useId();
  return (
    <svg className="absolute inset-0 size-full" aria-hidden="true">
      <defs>
        <pattern id={ticks} width="48" height="14" patternUnits="userSpaceOnUse">
          <path
            d="M.5 0V9M6.5 0V4M12.5 0V5M18.5 0V4M24.5 0V7M30.5 0V4M36.5 0V5M42.5 0V4"
            className="stroke-paper"
          />
        </pattern>
      </defs>
      <rect width="100%" height="14" className="fill-demerara" />
      <rect width="100%" height="14" fill={`url(#${ticks})`} />
    </svg>
  );
}

function Roll({ turns }: { turns: WizardStep }) {
  const size = ["size-7", "size-6", "size-5"][turns - 1];
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={`absolute right-0 bottom-0 ${size} transition-transform duration-700`}
      style={{ transform: `rotate(${turns * 360}deg)` }}
    >
      <circle cx="16" cy="16" r="15.5" className="fill-demerara" />
      <path
        d="M16 16m0-2.5a2.5 2.5 0 1 1-2.5 2.5a4.5 4.5 0 1 1 4.5 4.5a6.5 6.5 0 1 1 6.5-6.5a8.5 8.5 0 1 1-8.5 8.5"
        className="stroke-paper"
        strokeWidth="1.2"
        fill="none"
      />
      <circle cx="16" cy="16" r="11.5" className="stroke-paper" strokeWidth="1" fill="none" />
    </svg>
  );
}

const TIPS = [
  {
    icon: Shirt,
    title: "Form-fitting clothing",
    text: "A vest and leggings, so that the tape lies close to your body.",
  },
  {
    icon: Image,
    title: "A well-lit, plain background",
    text: "In daylight, in front of an empty wall, you can see whether the tape has slipped.",
  },
  {
    icon: PersonStanding,
    title: "Your whole body visible",
    text: "A full-length mirror helps you to keep the tape level.",
  },
  {
    icon: Watch,
    title: "Remove bulky items",
    text: "Belt, watch, shoes and anything in your pockets.",
  },
] as const;

function PreparationStep({ location, product, headingRef }: StepProps) {
  return (
    <div className="grid gap-x-16 md:grid-cols-12">
      <div className="md:col-span-7">
        <StepHead
          step={1}
          title="Preparation tips"
          lead="Two minutes of preparation make every measurement more accurate."
          productName={product?.name ?? null}
          headingRef={headingRef}
        />
        <div className="mt-8 grid grid-cols-[1fr_6.5rem] items-center gap-5 md:mt-10 md:block">
          <ul className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            {TIPS.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-4">
                <Icon size={24} aria-hidden="true" className="mt-0.5 text-demerara" />
                <div>
                  <h2 className="font-medium">{title}</h2>
                  <p className="mt-0.5 text-sm text-ink-soft md:text-base">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <BodyDrawing
            look="ink"
            gender={product?.gender ?? "female"}
            className="h-auto w-full md:hidden"
          />
        </div>
        <p className="mt-8 max-w-[58ch] border-l-2 border-line pl-4 text-sm text-ink-soft md:mt-10">
          <strong className="font-medium text-ink">Your privacy.</strong> This page takes no photos
          and does not use your camera. Your size is worked out in your own browser.{" "}
          <Link to="/privacy" className="link">
            How we handle measurements
          </Link>
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3 md:mt-10">
          <ButtonLink to={wizardPath({ ...location, step: 2 })} size="lg">
            Continue
          </ButtonLink>
          <ButtonLink to={wizardPath({ ...location, step: 3 })} size="lg" variant="quiet">
            Straight to the size chart
          </ButtonLink>
        </div>
      </div>
      <div className="hidden md:col-span-5 md:block">
        <BodyDrawing
          look="ink"
          gender={product?.gender ?? "female"}
          className="mx-auto h-[min(46rem,76vh)] w-auto"
        />
      </div>
    </div>
  );
}

/** AI measurement is 'Coming Soon' (decision M1). */
function AiStep({ location, product, headingRef }: StepProps) {
  return (
    <div className="grid items-center gap-x-16 md:grid-cols-12">
      <div className="md:col-span-7">
        <StepHead
          step={2}
          title="AI measurement"
          highlight={<Badge kind="accent">Coming Soon</Badge>}
          lead="One day you will be able to take your measurements with your phone. Today a tape measure is more accurate."
          productName={product?.name ?? null}
          headingRef={headingRef}
        />
        <p className="mt-5 max-w-[46ch] text-ink-soft">
          The size guide shows where to measure and finds your size.
        </p>
        <div className="mt-8 flex flex-wrap gap-3 md:mt-10">
          <ButtonLink to={wizardPath({ ...location, step: 3 })} size="lg">
            Continue to Size Guide
          </ButtonLink>
          <ButtonLink to="/shop" size="lg" variant="secondary">
            Browse Collections
          </ButtonLink>
        </div>
      </div>
      <div className="mt-12 md:col-span-5 md:mt-0">
        <BodyDrawing
          look="pencil"
          gender={product?.gender ?? "female"}
          className="mx-auto h-[min(26rem,52vh)] w-auto md:h-[min(46rem,76vh)]"
        />
      </div>
    </div>
  );
}

type Props = Omit<StepProps, "headingRef">;

export function MeasurementWizard(props: Props) {
  const { location, product } = props;
  const wizardUnit = useWizardUnit(location.unit);
  const headingRef = useFocusOnStep(location.step);
  const crumbs = [
    { label: "Home", to: "/" },
    ...(product ? [{ label: product.name, to: productSizePath(product, null) }] : []),
    { label: "Measurement" },
  ];
  return (
    <div className="shell pt-6 pb-24 md:pt-10 md:pb-32 print:p-0">
      <Breadcrumbs items={crumbs} />
      <UnreadableFilters filters={WIZARD_FILTERS} shown="page" />
      <div className="mt-4 mb-8 md:mb-12 print:m-0">
        <WizardTape location={location} />
      </div>
      {location.step === 1 && <PreparationStep {...props} headingRef={headingRef} />}
      {location.step === 2 && <AiStep {...props} headingRef={headingRef} />}
      {location.step === 3 && (
        <ChartStep {...props} headingRef={headingRef} wizardUnit={wizardUnit} />
      )}
    </div>
  );
}

/** Announces the new screen, which is not a new page. */
function useFocusOnStep(step: number) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    headingRef.current?.focus({ preventScroll: true });
  }, [step]);
  return headingRef;
}
