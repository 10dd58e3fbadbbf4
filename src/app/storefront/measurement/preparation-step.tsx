import { Image, PersonStanding, Shirt, Watch } from "lucide-react";
import { Link } from "react-router";
import { BodyDrawing } from "#app/components/size-guide/body-drawing.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { StepHead } from "./step-head.tsx";
import type { StepProps } from "./step-props.ts";
import { wizardPath } from "./wizard-url.ts";

const TIPS = [
  {
    icon: Shirt,
    title: "Form-fitting clothing",
    text: "A vest and leggings, so that the tape follows you and not the cloth.",
  },
  {
    icon: Image,
    title: "A well-lit, plain background",
    text: "An empty wall and daylight show a tape that has slipped.",
  },
  {
    icon: PersonStanding,
    title: "Your whole body visible",
    text: "A long mirror, from head to floor, keeps the tape level.",
  },
  {
    icon: Watch,
    title: "Remove bulky items",
    text: "Belt, watch, shoes and whatever is in your pockets.",
  },
] as const;

/** The first screen: how to prepare, and what happens to what is measured. */
export function PreparationStep({ place, product, headingRef }: StepProps) {
  return (
    <div className="grid gap-x-16 md:grid-cols-12">
      <div className="md:col-span-7">
        <StepHead
          step={1}
          title="Preparation tips"
          lead="Two minutes of care before the tape comes out, and every measure after it is truer."
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
          <BodyDrawing look="ink" className="h-auto w-full md:hidden" />
        </div>
        <p className="mt-8 max-w-[58ch] border-l-2 border-line pl-4 text-sm text-ink-soft md:mt-10">
          <strong className="font-medium text-ink">Your privacy.</strong> This page takes no photo
          and asks for no camera. The measures you type are worked out in your own browser.{" "}
          <Link to="/privacy" className="link">
            How we treat measures
          </Link>
        </p>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3 md:mt-10">
          <ButtonLink to={wizardPath({ ...place, step: 2 })} size="lg">
            Continue
          </ButtonLink>
          <ButtonLink to={wizardPath({ ...place, step: 3 })} size="lg" variant="quiet">
            Straight to the size chart
          </ButtonLink>
        </div>
      </div>
      <div className="hidden md:col-span-5 md:block">
        <BodyDrawing look="ink" className="mx-auto h-[min(46rem,76vh)] w-auto" />
      </div>
    </div>
  );
}
