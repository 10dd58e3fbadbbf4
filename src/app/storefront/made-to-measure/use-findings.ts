import { useEffect, useState } from "react";
import { unmeasured, valuesToCheck } from "#features/measurement/capture-steps.ts";
import type { Finding } from "#features/measurement/check/check-profile.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/measurement/measurement-profile.ts";
import { newestReading } from "#features/measurement/measurement-profile.ts";

const NONE: readonly Finding[] = [];

/**
 * What the check engine asks about a complete profile and the person has not confirmed. Empty until the engine has loaded and
 * when it cannot; the server checks again.
 */
export function useFindings(
  person: MeasurementProfile | null,
  required: readonly MeasurementName[],
): readonly Finding[] {
  const [checked, setChecked] = useState<{ of: MeasurementProfile; all: readonly Finding[] }>();
  useEffect(() => {
    if (!person || unmeasured(person, required).length > 0) return;
    let isOver = false;
    import("#features/measurement/check/check-engine.ts").then(
      ({ checkMeasurements }) => {
        if (isOver) return;
        setChecked({ of: person, all: checkMeasurements(valuesToCheck(person)).findings });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [person, required]);
  if (!person || checked?.of !== person) return NONE;
  return checked.all.filter(
    ({ cause, name }) =>
      isMeasurementName(name) &&
      required.includes(name) &&
      cause.reason !== "third-reading" &&
      !newestReading(person, name)?.confirmed,
  );
}
