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
import {
  componentsOfProduct,
  designsOfComponent,
} from "#features/patterns/designs/pattern-table.ts";
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
const CATALOGUE = new URL("../demo/catalogue.csv", import.meta.url);
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
  products: z.record(z.string(), z.object({ groups: z.array(z.string()).optional() })),
  patterns: z.record(z.string(), z.array(z.string())),
});

/** What the demo's garments are made of, and whom they are drafted for. */
const GARMENTS: readonly (readonly [garment: string, components: readonly ComponentName[]])[] = [
  ["suit", ["jacket", "chinos"]],
  ["shirt", ["shirt"]],
  ["shirt", ["dartedShirt"]],
  ["skirt", ["pencilSkirt"]],
  ["skirt", ["circleSkirt"]],
  ["dress", ["columnGown"]],
  ["dress", ["bodice", "circleSkirt"]],
  ["outerwear", ["coat"]],
  ["outerwear", ["dartedCoat"]],
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
  /** Null for a garment that no design draws. */
  readonly person: DraftPerson | null;
  readonly plain: ReadonlyMap<ComponentName, GarmentDraft | null>;
};

/** One choice, drafted where the garment is asked it; null where no component of the garment is. */
async function rowOf(
  described: DescribedChoice,
  { components, garment, person, plain }: Wearer,
): Promise<Row | null> {
  const component = components.find(
    (each) => choicesOfComponent([described], { component: each, components }).length > 0,
  );
  if (!component) return null;
  const before = plain.get(component) ?? null;
  const styles = stylesOfChoices([described]);
  const isDrafted = before !== null && person !== null && styles.length > 0;
  const after = isDrafted ? await draftOf(component, person, styles) : before;
  const isDrawn = after !== null && after.status !== "by_hand";
  const [state] = choiceStates([described], { isDrawn, results: after?.styles ?? [] });
  const { choice, effect, group } = described;
  const difference =
    before && after && person ? differenceOf(before, after, person.measurements) : "not drafted";
  return {
    garment: `${garment}, ${component}`,
    choice: `${group}: ${choice}`,
    effect: effect ? effectText(effect) : "not described",
    outcome: state ? outcomeText(state) : "",
    difference,
  };
}

function choicesOfGroups(demo: Demo, names: readonly string[]): DescribedChoice[] {
  return names.flatMap((name) => {
    const group = demo.groups[name];
    if (!group || group.kind === "cloth") return [];
    return group.choices.map(({ effect, effectNote, name: choice }) => {
      return { group: group.name, choice, effect: readEffect(effect, effectNote) };
    });
  });
}

type MadeOf = {
  readonly garment: string;
  readonly components: readonly ComponentName[];
  readonly groups: readonly string[];
};

async function wearerOf({ components, garment }: MadeOf): Promise<Wearer> {
  const [design] = components.flatMap((component) => designsOfComponent(component));
  const person = design === undefined ? null : (peopleOf(design, "tape", 4)[1] ?? null);
  const plain = new Map<ComponentName, GarmentDraft | null>();
  for (const component of components) {
    const isDrafted = person !== null && designsOfComponent(component).length > 0;
    plain.set(component, isDrafted ? await draftOf(component, person, []) : null);
  }
  return { garment, components, person, plain };
}

async function rowsOf(demo: Demo, madeOf: MadeOf): Promise<Row[]> {
  const wearer = await wearerOf(madeOf);
  const rows: Row[] = [];
  for (const described of choicesOfGroups(demo, madeOf.groups)) {
    const row = await rowOf(described, wearer);
    if (row) rows.push(row);
  }
  return rows;
}

/** The products that have options of their own or are made of other components than their garment, with the options that only they have. */
function ownProducts(demo: Demo): MadeOf[] {
  const catalogue = readFileSync(CATALOGUE, "utf8").trim().split("\n").slice(1);
  return catalogue.flatMap((line): MadeOf[] => {
    const [slug = "", , , gender = "", garmentType = ""] = line.split(",");
    const product = demo.products[slug];
    const usual = demo.garments[garmentType];
    if (!product || !usual) return [];
    const entered = demo.patterns[slug] ?? null;
    const components = componentsOfProduct({ garmentType, gender, components: entered });
    const own = product.groups ?? usual.groups;
    const isListed = GARMENTS.some(
      ([garment, each]) => garment === garmentType && each.join() === components.join(),
    );
    const groups = isListed ? own.filter((name) => !usual.groups.includes(name)) : own;
    return groups.length > 0 ? [{ garment: slug, components, groups }] : [];
  });
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
  for (const [garment, components] of GARMENTS) {
    const groups = demo.garments[garment]?.groups ?? [];
    rows.push(...(await rowsOf(demo, { garment, components, groups })));
  }
  const ofProducts: Row[] = [];
  for (const product of ownProducts(demo)) ofProducts.push(...(await rowsOf(demo, product)));
  const { lines, missMm } = await measureDresses();
  await patterns.stop();
  const text = [
    "# Option choices of the demo, drafted",
    "",
    "Written by `npm run bench -- option-choices`, which measures the drawn seam lines with code of its own. The difference is against the same",
    "garment of the same person without the choice: the part whose height or width changes most, and parts left out or added. Below the garments",
    "stand the products that have choices of their own, or are made of other components.",
    "",
    "| garment | choice | effect | outcome | difference |",
    "|---|---|---|---|---|",
    ...tableOf([...rows, ...ofProducts]),
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
      value: [...rows, ...ofProducts].filter(({ effect }) => effect === "not described").length,
    },
    { subject: "choices drafted", value: count("drafted") },
    { subject: "choices by hand", value: count("by hand") },
    { subject: "greatest miss of hem or sleeve of three dresses, mm", value: missMm },
  ];
}
