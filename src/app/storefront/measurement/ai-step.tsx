import { BodyDrawing } from "#app/components/size-guide/body-drawing.tsx";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { StepHead } from "./step-head.tsx";
import type { StepProps } from "./step-props.ts";
import { wizardPath } from "./wizard-url.ts";

/** The second screen: AI measurement is 'Coming Soon', and nothing here pretends otherwise (decision M1). */
export function AiStep({ place, product, headingRef }: StepProps) {
  return (
    <div className="grid items-center gap-x-16 md:grid-cols-12">
      <div className="md:col-span-7">
        <StepHead
          step={2}
          title="AI measurement"
          mark={<Badge kind="accent">Coming Soon</Badge>}
          lead="One day your phone will draw this figure out for you. Today a tape does it better, and we would rather say so than guess at your body."
          productName={product?.name ?? null}
          headingRef={headingRef}
        />
        <p className="mt-5 max-w-[46ch] text-ink-soft">
          The size guide shows where the tape goes and finds your size from your own measures.
        </p>
        <div className="mt-8 flex flex-wrap gap-3 md:mt-10">
          <ButtonLink to={wizardPath({ ...place, step: 3 })} size="lg">
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
          className="mx-auto h-[min(26rem,52vh)] w-auto md:h-[min(46rem,76vh)]"
        />
      </div>
    </div>
  );
}
