import { useId } from "react";
import { Link } from "react-router";
import type { WizardLocation, WizardStep } from "./wizard-url.ts";
import { wizardPath } from "./wizard-url.ts";

const STEPS: readonly { step: WizardStep; label: string }[] = [
  { step: 1, label: "Preparation" },
  { step: 2, label: "AI measurement" },
  { step: 3, label: "Size chart" },
];

/** The wizard's progress: a tape that unrolls from step to step (design: Measurement). */
export function WizardTape({ place }: { place: WizardLocation }) {
  const unrolled = (place.step / STEPS.length) * 100;
  return (
    <nav aria-label="Steps" className="print:hidden">
      <div aria-hidden="true" className="relative overflow-hidden pt-4">
        <div className="absolute inset-x-0 bottom-0 h-px bg-line" />
        <div
          className="relative h-3.5 transition-transform duration-700"
          style={{ transform: `translateX(${unrolled - 100}%)` }}
        >
          <Tape />
          <Roll turns={place.step} />
        </div>
      </div>
      <ol className="grid grid-cols-3">
        {STEPS.map(({ step, label }) => (
          <li key={step} className="text-right">
            <Link
              to={wizardPath({ ...place, step })}
              aria-current={step === place.step ? "step" : undefined}
              className={`inline-flex min-h-11 min-w-11 items-center justify-end gap-2 py-1 text-sm leading-tight transition-colors hover:text-demerara ${step === place.step ? "font-medium text-ink" : "text-ink-quiet"}`}
            >
              <span className="figures">{step}</span>
              <span className={step === place.step ? "" : "max-sm:sr-only"}>{label}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** A band with a mark at every eighth. */
function Tape() {
  const marks = useId();
  return (
    <svg className="absolute inset-0 size-full" aria-hidden="true">
      <defs>
        <pattern id={marks} width="48" height="14" patternUnits="userSpaceOnUse">
          <path
            d="M.5 0V9M6.5 0V4M12.5 0V5M18.5 0V4M24.5 0V7M30.5 0V4M36.5 0V5M42.5 0V4"
            className="stroke-paper"
          />
        </pattern>
      </defs>
      <rect width="100%" height="14" className="fill-demerara" />
      <rect width="100%" height="14" fill={`url(#${marks})`} />
    </svg>
  );
}

/** What is still rolled up, turning as it unrolls. */
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
