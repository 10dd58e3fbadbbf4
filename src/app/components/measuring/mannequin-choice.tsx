import { MANNEQUINS, rememberGuide } from "./guide-memory.browser.ts";
import { StepTitle } from "./step-title.tsx";

const LABELS = { woman: "The first mannequin", man: "The second mannequin" } as const;

/** The mannequin only shows the tape; nothing else depends on it. */
export function MannequinChoice({ profileId }: { profileId: string }) {
  return (
    <div className="flex flex-col gap-6">
      <StepTitle progress="Before you begin" title="Who shows you the tape?">
        Choose the mannequin that is more like the person being measured. It only shows where the
        tape lies.
      </StepTitle>
      <ul className="grid grid-cols-2 gap-3">
        {MANNEQUINS.map((mannequin) => (
          <li key={mannequin}>
            <button
              type="button"
              onClick={() => rememberGuide(profileId, { mannequin })}
              className="block w-full rounded-hair border border-line transition-colors hover:border-ink"
            >
              <img
                src={`/figures/${mannequin}-front.webp`}
                width={1000}
                height={1800}
                alt={LABELS[mannequin]}
                className="mx-auto h-[46svh] w-auto object-contain md:h-[60svh]"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
