import { useEffect, useState } from "react";
import type { Finding } from "#features/body/check/check-profile.ts";
import { valuesToCheck } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";

const NONE: readonly Finding[] = [];

/**
 * What the check engine finds in a profile; `openQuestions` says what of it a garment waits for. Empty until the engine has loaded and
 * when it cannot; the server checks again.
 */
export function useFindings(person: MeasurementProfile | null): readonly Finding[] {
  const [checked, setChecked] = useState<{ of: MeasurementProfile; all: readonly Finding[] }>();
  useEffect(() => {
    if (!person) return;
    let isOver = false;
    import("#features/body/check/check-engine.ts").then(
      ({ checkMeasurements }) => {
        if (isOver) return;
        setChecked({ of: person, all: checkMeasurements(valuesToCheck(person)).findings });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [person]);
  return person && checked?.of === person ? checked.all : NONE;
}
