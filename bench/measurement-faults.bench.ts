import { readFileSync } from "node:fs";
import type { BodyModel } from "#features/body/check/body-model.ts";
import { checkMeasurements } from "#features/body/check/check-engine.ts";
import { checkMessage } from "#features/body/check/check-messages.ts";
import type { Finding } from "#features/body/check/check-profile.ts";
import { decodeModel } from "#features/body/check/decode-model.ts";
import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type { CompletePerson } from "../scripts/body-model/complete-people.ts";
import { completePeople } from "../scripts/body-model/complete-people.ts";
import { seededRandom } from "../scripts/body-model/random.ts";
import { girthLimit } from "./measurement-faults/girth-limit.ts";
import type { Complaint } from "./measurement-faults/review-message.ts";
import { reviewMessage, sentenceOf } from "./measurement-faults/review-message.ts";
import { correctProfiles, noticedGirths } from "./measurement-faults/second-readings.ts";
import type { FaultKind, WrongEntry } from "./measurement-faults/wrong-entries.ts";
import { FAULT_KINDS, wrongEntries } from "./measurement-faults/wrong-entries.ts";
import type { Metric } from "./support/metric.ts";

const ENTRIES = 20_000;
const MODEL = new URL("../src/features/body/check/body-model.json", import.meta.url);
/** Examples of each complaint that are printed. */
const EXAMPLES = 12;

const names = new Map(
  MEASUREMENT_NAMES.map((name) => [MEASUREMENTS[name].label.toLowerCase(), name] as const),
);

type Rates = { count: number; noticed: number; named: number; stopped: number };

/** What was said about the entries so far. */
class MessageRecord {
  readonly sentences = new Map<string, number>();
  readonly complaints = new Map<Complaint, string[]>();
  readonly rates = new Map<FaultKind, Rates>();

  add(entry: WrongEntry): void {
    const { findings } = checkMeasurements(entry.values, entry.stage);
    this.#count(entry, findings);
    for (const finding of findings) {
      const message = checkMessage(finding, entry.unit);
      const sentence = `${finding.name}: ${sentenceOf(message.notice)}`;
      this.sentences.set(sentence, (this.sentences.get(sentence) ?? 0) + 1);
      const spoken = { name: finding.name, ...message };
      for (const complaint of reviewMessage(entry, spoken, (label) => names.get(label))) {
        const example = `${exampleOf(entry)} → ${finding.name} ${finding.level}: ${message.notice}`;
        this.complaints.set(complaint, [...(this.complaints.get(complaint) ?? []), example]);
      }
    }
  }

  #count({ kind, wrong }: WrongEntry, findings: readonly Finding[]): void {
    const own = this.rates.get(kind) ?? { count: 0, noticed: 0, named: 0, stopped: 0 };
    this.rates.set(kind, own);
    const [first] = findings;
    own.count += 1;
    if (first) own.noticed += 1;
    if (first && wrong.includes(first.name)) own.named += 1;
    if (findings.some(({ level }) => level === "stop")) own.stopped += 1;
  }
}

function exampleOf({ kind, stage, truth, values, wrong }: WrongEntry): string {
  const entered = wrong.map((name) => {
    const readings = values.find((value) => value.name === name)?.readings.join("/");
    return `${name} ${readings} (true ${truth.get(name)})`;
  });
  return `${kind}, ${stage}, ${entered.join(", ")}`;
}

function print({ complaints, rates, sentences }: MessageRecord): void {
  console.log(`\n${sentences.size} distinct sentences`);
  for (const [sentence, count] of [...sentences].sort()) {
    console.log(`  ${String(count).padStart(5)}  ${sentence}`);
  }
  for (const [complaint, examples] of complaints) {
    console.log(`\n${complaint}: ${examples.length}`);
    for (const example of examples.slice(0, EXAMPLES)) console.log(`  ${example}`);
  }
  console.log("\nkind, percent noticed, wrong value named first, stopped");
  for (const kind of FAULT_KINDS) {
    const rate = rates.get(kind);
    if (!rate) continue;
    const { count, named, noticed, stopped } = rate;
    const cells = [noticed / count, named / Math.max(1, noticed), stopped / count];
    console.log(
      `  ${kind.padEnd(22)}${String(count).padStart(6)}${cells.map((cell) => (100 * cell).toFixed(0).padStart(6)).join("")}`,
    );
  }
}

const average = (shares: readonly number[]) =>
  shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** Shares of the model's budget at which about 10 and 2 percent of correct profiles are questioned at most. */
const BUDGETS = [
  { questioned: 10, share: 1 },
  { questioned: 2, share: 0.12 },
] as const;
const GARMENTS = ["shirt", "suit", "dress", "pants", "skirt"] as const;
const GIRTHS = ["chest", "waist", "seat"] as const;

/** The limit for each girth where nothing else is ever questioned. */
function limitsOf(
  model: BodyModel,
  people: readonly CompletePerson[],
  questioned: number,
): readonly number[] {
  return GIRTHS.map((girth) => {
    const where = { garment: "suit", girth } as const;
    const limit = girthLimit(model, people, where, questioned / 100, seededRandom(77));
    const { noticed, spreadMm } = limit;
    console.log(
      `${girth}: ± ${spreadMm.toFixed(0)} mm given the others; at most ${(100 * noticed).toFixed(0)} % at ${questioned} % questioned`,
    );
    return noticed;
  });
}

/** Correct profiles that are questioned, and errors of 10 cm at girths that are read twice. */
function secondReadings(people: readonly CompletePerson[]): Metric[] {
  const model = decodeModel(JSON.parse(readFileSync(MODEL, "utf8")));
  return BUDGETS.flatMap(({ questioned, share }) => {
    const correct = GARMENTS.map(
      (garment) => correctProfiles(model, people, garment, share, seededRandom(5)).questioned,
    );
    const noticed = (isInBoth: boolean) =>
      GIRTHS.map((girth) => {
        const error = { girth, isInBoth, share };
        return noticedGirths(model, people, "suit", error, seededRandom(6));
      });
    const at = `at the budget of ${questioned} percent`;
    return [
      {
        subject: `correct profiles questioned in the worst garment ${at}, percent`,
        value: 100 * Math.max(...correct),
      },
      {
        subject: `10 cm at chest, waist or seat in one of two readings noticed ${at}, percent`,
        value: 100 * average(noticed(false)),
      },
      {
        subject: `the same error in both readings noticed ${at}, percent`,
        value: 100 * average(noticed(true)),
      },
      {
        subject: `the most of those that any check could notice ${at}, percent`,
        value: 100 * average(limitsOf(model, people, questioned)),
      },
    ];
  });
}

/** Every message of the check engine on wrong entries of every kind, read by a judge of its own; and what second readings bring. */
export async function measure(): Promise<Metric[]> {
  const people = completePeople("even", 1, seededRandom(8));
  const record = new MessageRecord();
  for (const entry of wrongEntries(people, ENTRIES, seededRandom(36))) record.add(entry);
  print(record);
  const said = [...record.complaints.values()].reduce((sum, { length }) => sum + length, 0);
  return [
    {
      subject: "false or nonsensical messages, percent of wrong entries",
      value: (100 * said) / ENTRIES,
    },
    // The weights of the check were chosen on the rows between these.
    ...secondReadings(people.filter((_, index) => index % 4 === 0)),
  ];
}
