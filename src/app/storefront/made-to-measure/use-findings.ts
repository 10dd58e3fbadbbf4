import { useEffect, useState } from "react";
import type { Finding } from "#features/body/check/check-profile.ts";
import { unmeasured, valuesToCheck } from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { isMeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { newestReading } from "#features/body/measurement/measurement-profile.ts";

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
