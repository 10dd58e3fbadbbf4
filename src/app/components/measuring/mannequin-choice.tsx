import { MANNEQUINS, rememberGuide } from "./guide-memory.browser.ts";
import { StepTitle } from "./step-title.tsx";

const LABELS = {
  woman: ["With a bust", "A mannequin with a bust and a narrow waist"],
  man: ["With a flat chest", "A mannequin with a flat chest and a straight waist"],
} as const;

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
              className="block w-full rounded-hair border border-line pb-4 transition-colors hover:border-ink"
            >
              <img
                src={`/figures/${mannequin}-front.webp`}
                width={1000}
                height={1800}
                data-own-ground=""
                alt={LABELS[mannequin][1]}
                className="mx-auto h-[46svh] w-auto object-contain md:h-[58svh]"
              />
              <span className="font-medium">{LABELS[mannequin][0]}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
