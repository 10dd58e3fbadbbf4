import { PATTERN_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { draftGarment, draftOnce } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { peopleOf, quantile } from "./pattern-drafts/compare.ts";
import { draftInput } from "./pattern-drafts/shop-drafts.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";

const PEOPLE = Number(process.env.PEOPLE ?? 15);
const SLIDER_STEP = 0.01;

async function timed<Value>(run: () => Promise<Value>) {
  const started = performance.now();
  const value = await run();
  return { value, ms: performance.now() - started };
}

/** The draft's options with the first slider moved by a step. */
function withSliderMoved({ design, options }: GarmentDraft) {
  const { adjusters } = PATTERN_DESIGNS[design];
  const slider = adjusters.find((name) => typeof options[name] === "number");
  if (!slider) return options;
  return { ...options, [slider]: Number(options[slider]) + SLIDER_STEP };
}

type Times = { readonly draftMs: readonly number[]; readonly redrawMs: readonly number[] };

async function timesOf(design: string, patterns: PatternPool): Promise<Times> {
  const draftMs: number[] = [];
  const redrawMs: number[] = [];
  const people = peopleOf(design, "tape", PEOPLE);
  for (const [index, person] of people.entries()) {
    const input = draftInput([design], person);
    const { measurements } = input;
    // The first draft loads the design's package.
    if (index === 0) await draftGarment({ patterns }, input);
    const drafted = await timed(() => draftGarment({ patterns }, input));
    draftMs.push(drafted.ms);
    if (!drafted.value.ok || drafted.value.value.status === "by_hand") continue;
    const draft = drafted.value.value;
    const options = withSliderMoved(draft);
    const redrawn = await timed(() =>
      draftOnce({ patterns }, { design: draft.design, measurements, options }),
    );
    redrawMs.push(redrawn.ms);
  }
  return { draftMs, redrawMs };
}

const describe = (values: readonly number[]) =>
  `${quantile(values, 0.5).toFixed(0)} / ${quantile(values, 0.95).toFixed(0)}`;

/**
 * A draft with its drawing for the screen, and a redraw after a slider moved, in a warm worker, as a request waits for them. PEOPLE=3
 * takes a sample.
 */
export async function measure(): Promise<Metric[]> {
  // A tailor who waits has a process that counts like the shop's; that of an order's job uses what others leave.
  const patterns = createPatternPool({ givesWay: false });
  const byDesign: Times[] = [];
  for (const design of Object.keys(PATTERN_DESIGNS)) {
    const times = await timesOf(design, patterns);
    const { draftMs, redrawMs } = times;
    console.log(
      `  ${design}, ms, median / p95: draft ${describe(draftMs)}, redraw ${describe(redrawMs)}`,
    );
    byDesign.push(times);
  }
  await patterns.stop();
  const all = (pick: (times: Times) => readonly number[]) => median(byDesign.flatMap(pick));
  const slowest = (pick: (times: Times) => readonly number[]) =>
    Math.max(...byDesign.map((times) => median(pick(times))));
  return [
    { subject: "draft and drawing, median ms", value: all(({ draftMs }) => draftMs) },
    {
      subject: "draft and drawing, median ms of the slowest design",
      value: slowest(({ draftMs }) => draftMs),
    },
    { subject: "slider redraw, median ms", value: all(({ redrawMs }) => redrawMs) },
    {
      subject: "slider redraw, median ms of the slowest design",
      value: slowest(({ redrawMs }) => redrawMs),
    },
  ];
}
