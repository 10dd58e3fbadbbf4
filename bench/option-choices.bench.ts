import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { effectText, readEffect } from "#features/garments/options/choice-effect.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
import { outcomeText } from "#features/garments/order-patterns/choice-state.ts";
import {
  choiceStates,
  choicesOfComponent,
  stylesOfChoices,
} from "#features/garments/order-patterns/ordered-choices.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import { designsOfComponent } from "#features/patterns/designs/pattern-table.ts";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { differenceOf, dressOf } from "./option-choices/drawn-difference.ts";
import { peopleOf } from "./pattern-drafts/compare.ts";
import { loadDesign } from "./pattern-drafts/draft.ts";
import type { DraftPerson } from "./pattern-drafts/people.ts";
import type { Metric } from "./support/metric.ts";

const DEMO = new URL("../demo/made-to-measure.json", import.meta.url);
const RESULTS = new URL("option-choices/RESULTS.md", import.meta.url);

const demoSchema = z.object({
  groups: z.record(
    z.string(),
    z.object({
      name: z.string(),
      kind: z.enum(["cloth", "choice"]),
      choices: z.array(
        z.object({
          name: z.string(),
          effect: z.string().nullable().default(null),
          effectNote: z.string().default(""),
        }),
      ),
    }),
  ),
  garments: z.record(z.string(), z.object({ groups: z.array(z.string()).default([]) })),
});

/** What the demo's garments are made of, and whom they are drafted for. */
const GARMENTS: readonly (readonly [
  garment: string,
  components: readonly ComponentName[],
  design: string,
])[] = [
  ["suit", ["jacket", "chinos"], "jaeger"],
  ["shirt", ["shirt"], "simon"],
  ["shirt", ["dartedShirt"], "simone"],
  ["skirt", ["pencilSkirt"], "penelope"],
  ["skirt", ["circleSkirt"], "sandy"],
  ["dress", ["columnGown"], "bibi"],
  ["dress", ["bodice", "circleSkirt"], "bella"],
  ["outerwear", ["coat"], "carlton"],
  ["outerwear", ["dartedCoat"], "carlita"],
];

const patterns = createPatternPool();

async function draftOf(
  component: ComponentName,
  person: DraftPerson,
  styles: readonly StyleName[],
): Promise<GarmentDraft | null> {
  const designs = designsOfComponent(component);
  for (const design of designs) await loadDesign(design);
  // Every order holds the height.
  const measurements = { ...person.measurements, height: person.heightMm };
  const input = { designs, measurements, fit: "regular" as const, styles };
  const drafted = await draftGarment({ patterns }, input);
  return drafted.ok ? drafted.value : null;
}

type Row = {
  readonly garment: string;
  readonly choice: string;
  readonly effect: string;
  readonly outcome: string;
  readonly difference: string;
};

type Demo = z.infer<typeof demoSchema>;

type Wearer = {
  readonly garment: string;
  readonly components: readonly ComponentName[];
  readonly person: DraftPerson;
  readonly plain: ReadonlyMap<ComponentName, GarmentDraft | null>;
};

/** One choice, drafted where the garment is asked it; null where the garment without it is not drafted either. */
async function rowOf(
  described: DescribedChoice,
  { components, garment, person, plain }: Wearer,
): Promise<Row | null> {
  const component = components.find(
    (each) => choicesOfComponent([described], { component: each, components }).length > 0,
  );
  const before = component && plain.get(component);
  if (!component || !before) return null;
  const styles = stylesOfChoices([described]);
  const after = styles.length === 0 ? before : await draftOf(component, person, styles);
  const isDrawn = after !== null && after.status !== "by_hand";
  const [state] = choiceStates([described], { isDrawn, results: after?.styles ?? [] });
  const { choice, effect, group } = described;
  return {
    garment: `${garment}, ${component}`,
    choice: `${group}: ${choice}`,
    effect: effect ? effectText(effect) : "not described",
    outcome: state ? outcomeText(state) : "",
    difference: after ? differenceOf(before, after, person.measurements) : "not drafted",
  };
}

function choicesOfGarment(demo: Demo, garment: string): DescribedChoice[] {
  const names = demo.garments[garment]?.groups ?? [];
  return names.flatMap((name) => {
    const group = demo.groups[name];
    if (!group || group.kind === "cloth") return [];
    return group.choices.map(({ effect, effectNote, name: choice }) => {
      return { group: group.name, choice, effect: readEffect(effect, effectNote) };
    });
  });
}

async function rowsOf(
  demo: Demo,
  [garment, components, design]: (typeof GARMENTS)[number],
): Promise<Row[]> {
  const person = peopleOf(design, "tape", 4)[1];
  if (!person) throw new Error(`${design}: nobody to draft for`);
  const plain = new Map<ComponentName, GarmentDraft | null>();
  for (const component of components) plain.set(component, await draftOf(component, person, []));
  const wearer = { garment, components, person, plain };
  const rows: Row[] = [];
  for (const described of choicesOfGarment(demo, garment)) {
    const row = await rowOf(described, wearer);
    if (row) rows.push(row);
  }
  return rows;
}

const ORDERED_DRESSES: readonly (readonly StyleName[])[] = [
  ["length:midi", "sleeve:none"],
  ["length:knee", "sleeve:none"],
  ["length:floor", "sleeve:long"],
];

/** The greatest miss of hem and sleeve of three dresses for ten people, in mm; a dress that is not drafted misses all. */
async function measureDresses(): Promise<{ lines: string[]; missMm: number }> {
  const lines: string[] = [];
  let missMm = 0;
  for (const person of peopleOf("bibi", "tape", 10)) {
    for (const styles of ORDERED_DRESSES) {
      const draft = await draftOf("columnGown", person, styles);
      const dress = draft && dressOf(draft, person.measurements, styles);
      missMm = Math.max(missMm, dress?.missMm ?? 1_000);
      lines.push(`| ${person.id} | ${styles.join(", ")} | ${dress?.text ?? "not drafted |  | "} |`);
    }
  }
  return { lines, missMm };
}

const tableOf = (rows: readonly Row[]) =>
  rows.map(({ choice, difference, effect, garment, outcome }) => {
    return `| ${garment} | ${choice} | ${effect} | ${outcome} | ${difference} |`;
  });

/** Every option choice of the demo: its effect, whether it is drafted, and what it changes in mm. Writes the table. */
export async function measure(): Promise<Metric[]> {
  const demo = demoSchema.parse(JSON.parse(readFileSync(DEMO, "utf8")));
  const rows: Row[] = [];
  for (const garment of GARMENTS) rows.push(...(await rowsOf(demo, garment)));
  const { lines, missMm } = await measureDresses();
  await patterns.stop();
  const text = [
    "# Option choices of the demo, drafted",
    "",
    "Written by `npm run bench -- option-choices`, which measures the drawn seam lines with code of its own. The difference is against the same",
    "garment of the same person without the choice: the part whose height or width changes most, and parts left out or added.",
    "",
    "| garment | choice | effect | outcome | difference |",
    "|---|---|---|---|---|",
    ...tableOf(rows),
    "",
    "## Three dresses for ten people",
    "",
    "| person | ordered | hem below the waist: ordered / drawn, mm | sleeve: ordered / drawn, mm | miss, mm |",
    "|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
  writeFileSync(RESULTS, text);
  const count = (outcome: string) => rows.filter((row) => row.outcome.startsWith(outcome)).length;
  return [
    {
      subject: "choices without an effect in words",
      value: rows.filter(({ effect }) => effect === "not described").length,
    },
    { subject: "choices drafted", value: count("drafted") },
    { subject: "choices by hand", value: count("by hand") },
    { subject: "greatest miss of hem or sleeve of three dresses, mm", value: missMm },
  ];
}
