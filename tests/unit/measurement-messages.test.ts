import { expect, test } from "vitest";
import { checkMeasurements } from "#features/body/check/check-engine.ts";
import { checkMessage } from "#features/body/check/check-messages.ts";
import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { Complaint } from "../../bench/measurement-faults/review-message.ts";
import { reviewMessage } from "../../bench/measurement-faults/review-message.ts";
import { wrongEntries } from "../../bench/measurement-faults/wrong-entries.ts";
import { completePeople } from "../../scripts/body-model/complete-people.ts";
import { seededRandom } from "../../scripts/body-model/random.ts";

/** The bench reads the messages of 20,000. */
const ENTRIES = 1_000;
/** What is offered as a question ("Did you mean …?", "may be …") may be another mistake than the one that was made. */
const GUESSES: readonly Complaint[] = ["suggestion is false", "exchange is false"];
const MAX_WRONG_GUESSES = 0.008 * ENTRIES;

test("no message about a wrong entry says something false, and hardly any guess is wrong", () => {
  const names = new Map(
    MEASUREMENT_NAMES.map((name) => [MEASUREMENTS[name].label.toLowerCase(), name] as const),
  );
  const people = completePeople("even", 1, seededRandom(8));
  const said: string[] = [];
  let guesses = 0;
  for (const entry of wrongEntries(people, ENTRIES, seededRandom(36))) {
    for (const finding of checkMeasurements(entry.values, entry.stage).findings) {
      const message = checkMessage(finding, entry.unit);
      const spoken = { name: finding.name, ...message };
      const complaints = reviewMessage(entry, spoken, (label) => names.get(label));
      guesses += complaints.filter((complaint) => GUESSES.includes(complaint)).length;
      said.push(
        ...complaints
          .filter((complaint) => !GUESSES.includes(complaint))
          .map((complaint) => `${complaint}: ${entry.kind}, ${finding.name}: ${message.notice}`),
      );
    }
  }
  expect(said).toEqual([]);
  expect(guesses).toBeLessThan(MAX_WRONG_GUESSES);
});
