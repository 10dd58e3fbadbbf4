import { Circle, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import type { FirstStep } from "#features/reports/first-steps.ts";

/** What to do first in a shop that has not sold anything yet, and how far it is. */
export function FirstStepsList({ steps }: { steps: readonly FirstStep[] }) {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="first-steps" className="mb-10 border border-line bg-paper p-5 sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first-steps" className="display text-xl">
          Before the first order
        </h2>
        <p className="figures text-sm text-ink-quiet">
          {done} of {steps.length} done
        </p>
      </div>
      <ol className="mt-3 grid gap-x-10 lg:grid-cols-2">
        {steps.map((step) => (
          <Step key={step.title} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { title, text, path, isDone } }: { step: FirstStep }) {
  const Mark = isDone ? CircleCheck : Circle;
  return (
    <li className="relative flex gap-3 border-t border-line py-4">
      <Mark
        size={20}
        aria-hidden="true"
        className={`mt-0.5 ${isDone ? "text-success" : "text-ink-quiet"}`}
      />
      <div>
        <Link
          to={path}
          className={`after:absolute after:inset-0 hover:text-demerara ${isDone ? "text-ink-soft" : "font-medium"}`}
        >
          {title}
        </Link>
        {isDone && <span className="text-sm text-success"> · Done</span>}
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
    </li>
  );
}
