import { validateDraft } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { runDraftJob } from "#features/patterns/drafting/run-draft-job.server.ts";
import { BALANCED_PARTS } from "#tests/support/balanced-parts.ts";
import { peopleOf } from "./pattern-drafts/compare.ts";
import type { Draft } from "./pattern-drafts/draft.ts";
import { draft, loadDesign } from "./pattern-drafts/draft.ts";
import { drawnLinesOf } from "./pattern-drafts/drawn-seams.ts";
import type { Outline } from "./pattern-drafts/geometry.ts";
import { sliceAt } from "./pattern-drafts/geometry.ts";
import type { DraftPerson } from "./pattern-drafts/people.ts";
import { walkSeams } from "./pattern-drafts/seam-walk.ts";
import { SEAMS } from "./pattern-drafts/seams.ts";
import { draftInput } from "./pattern-drafts/shop-drafts.ts";
import type { Metric } from "./support/metric.ts";

const PEOPLE = 100;
/** Stooped and erect in turn, of the stated postures and of what a tailor sets at most. */
const AMOUNTS_MM = [10, -10, 5, -5, 12, -12];
const BALANCE_MM = 1;
const OTHERS_MM = 3;
const WALKED_MM = 0.1;

const seamsOf = ({ parts }: GarmentDraft) =>
  parts.flatMap(({ lines, part }) =>
    lines.filter(({ kind }) => kind === "seam").map(({ d }) => ({ part, d })),
  );

const spanOf = (outline: Outline) => {
  const ys = outline.map(({ y }) => y);
  return Math.max(...ys) - Math.min(...ys);
};

/** A part's outline as the page draws it: of its seam lines the highest one. */
function outlineOf(drafted: GarmentDraft, part: string): Outline {
  const nowhere = { x: 0, y: 0 };
  const outlines = seamsOf(drafted)
    .filter((seam) => seam.part === part)
    .map((seam) => drawnLinesOf([seam])({ part, start: nowhere, end: nowhere })?.outline ?? []);
  return outlines.toSorted((a, b) => spanOf(b) - spanOf(a))[0] ?? [];
}

/** Where the neck is on FreeSewing's own draft; below its yoke a shirt's back is measured on the fold. */
const neckOf = (own: Draft, part: string) =>
  own.parts[part]?.points[part === "simon.back" ? "cbYoke" : "neck"]?.x ?? Number.NaN;

/** From the highest point of an outline at the neck to its hem: a balance and the garment below it. */
function heightAt(outline: Outline, neckX: number): number {
  const atNeck = outline.filter(({ x }) => Math.abs(x - neckX) < 0.5).map(({ y }) => y);
  return Math.max(...outline.map(({ y }) => y)) - Math.min(...atNeck);
}

/** Below the ends of their armholes parts stay as they are. */
const BELOW_ARMHOLE_MM = 15;

/** The largest difference of the widths of two outlines below a level, every 20 mm up from the hem. */
function widthsDiffer([one, other]: readonly [Outline, Outline], armholeY: number): number {
  const hem = Math.max(...one.map(({ y }) => y));
  const widthAt = (outline: Outline, y: number) =>
    sliceAt(outline, y).reduce((sum, { from, to }) => sum + to - from, 0);
  let worst = 0;
  for (let y = hem - 20; y > armholeY + BELOW_ARMHOLE_MM; y -= 20) {
    worst = Math.max(worst, Math.abs(widthAt(one, y) - widthAt(other, y)));
  }
  return worst;
}

async function drafted(design: string, person: DraftPerson, posture: number) {
  const job = validateDraft({ ...draftInput([design], person), shape: { posture } });
  return job.ok ? runDraftJob({ ...job.value, isExact: true }) : null;
}

type Tally = { altered: number; balance: number; others: number; seams: number };

function compare(
  [before, after]: readonly [GarmentDraft, GarmentDraft],
  {
    design,
    person,
    posture,
    tally,
  }: { design: string; person: DraftPerson; posture: number; tally: Tally },
): void {
  const { back = "", front = "" } = BALANCED_PARTS[design] ?? {};
  const own = draft(design, { ...person.measurements, ...before.draftedFrom }, before.options);
  const changed = (part: string) =>
    heightAt(outlineOf(after, part), neckOf(own, part)) -
    heightAt(outlineOf(before, part), neckOf(own, part));
  const off = Math.max(Math.abs(changed(back) - posture), Math.abs(changed(front) + posture));
  tally.altered += 1;
  if (!(off <= BALANCE_MM)) {
    tally.balance += 1;
    console.log(`  ${design} ${person.id} ${posture}: a balance is off by ${off.toFixed(1)} mm`);
  }
  const walk = (of: GarmentDraft) => walkSeams(own, SEAMS[design] ?? [], drawnLinesOf(seamsOf(of)));
  const walked = walk(after);
  const seams = walk(before);
  const lengths = walked.map(({ name, one, other }) => {
    const was = seams.find((pair) => pair.name === name);
    return was ? Math.max(Math.abs(one - was.one), Math.abs(other - was.other)) : 0;
  });
  const widths = [back, front].map((part) =>
    widthsDiffer(
      [outlineOf(before, part), outlineOf(after, part)],
      own.parts[part]?.points.armhole?.y ?? Number.NaN,
    ),
  );
  const most = Math.max(...lengths, ...widths);
  if (!(most <= OTHERS_MM)) {
    tally.others += 1;
    console.log(`  ${design} ${person.id} ${posture}: something else by ${most.toFixed(1)} mm`);
  }
  const isSewn = walked.every(({ beyond, name }) => {
    const was = seams.find((pair) => pair.name === name)?.beyond ?? 0;
    return beyond <= Math.max(WALKED_MM, was);
  });
  if (!isSewn) tally.seams += 1;
}

/**
 * Stooped and erect postures on measured people: the balances change by the amount, nothing else by more than 3 mm, and seams that could
 * be sewn still can. Heights, widths and seams are measured by code of the bench on the lines that a page draws. GARMENTS=simon,jaeger
 * and PEOPLE=10 take a sample.
 */
export async function measure(): Promise<Metric[]> {
  const designs = process.env.GARMENTS?.split(",") ?? Object.keys(BALANCED_PARTS);
  const people = Number(process.env.PEOPLE ?? PEOPLE);
  const metrics: Metric[] = [];
  for (const design of designs) {
    await loadDesign(design);
    const tally: Tally = { altered: 0, balance: 0, others: 0, seams: 0 };
    for (const [index, person] of peopleOf(design, "tape", people).entries()) {
      const posture = AMOUNTS_MM[index % AMOUNTS_MM.length] ?? 0;
      const before = await drafted(design, person, 0);
      const after = await drafted(design, person, posture);
      if (!before || !after || before.parts.length === 0 || after.parts.length === 0) continue;
      compare([before, after], { design, person, posture, tally });
    }
    console.log(`  ${design}: ${JSON.stringify(tally)}`);
    metrics.push(
      { subject: `${design}, people whose draft was not altered`, value: people - tally.altered },
      { subject: `${design}, balance off by over 1 mm`, value: tally.balance },
      { subject: `${design}, something else off by over 3 mm`, value: tally.others },
      { subject: `${design}, a seam that cannot be sewn any more`, value: tally.seams },
    );
  }
  return metrics;
}
