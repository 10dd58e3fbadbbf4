/**
 * `node bench/pattern-drafts/draw-overview.ts FOLDER [design …]`: one PNG for each design with the drafts of five people (smallest,
 * median, tallest, heaviest, one extreme), solved where the shop drafts the design, to look at. Behind each part that goes around the
 * trunk lies half of the body, flat and at the same scale, with its waist, seat and knee. TRUNK=1 leaves all other parts out.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { xmlText } from "#core/xml-text.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { bodyBehind } from "./body-outline.ts";
import type { CheckResult } from "./check-draft.ts";
import { checkDraft, loadDesigns, rulesOf } from "./check-draft.ts";
import type { Solve } from "./compare.ts";
import type { DrawnPart } from "./draft.ts";
import { isPrinted } from "./draft.ts";
import { drawnLinesOf } from "./drawn-seams.ts";
import type { Outline } from "./geometry.ts";
import { boundsOf, distance, flatten, hasFinitePoints } from "./geometry.ts";
import type { Measurements } from "./measurements.ts";
import type { DraftPerson } from "./people.ts";
import { heavyPeople, spreadPeople } from "./people.ts";
import { RECIPES } from "./recipes.ts";
import { draftedByShop, shopSolver } from "./shop-drafts.ts";

const PIXELS_PER_MM = 0.6;
const MARGIN_MM = 25;
const ROW_WIDTH_MM = 3_600;
/** The label of a person fits into it. */
const LEAST_WIDTH_MM = 1_600;
const LABEL_MM = 34;

type Line = {
  readonly points: Outline;
  readonly isClosed: boolean;
  readonly color: string;
  readonly fill?: string;
};
type Drawing = {
  readonly lines: readonly Line[];
  readonly name: string;
  readonly levels: readonly { readonly name: string; readonly y: number }[];
};

const BODY = { fill: "#f6e7d2", color: "#d9b98c" };
const LEVEL_COLOR = "#c0392b";

function colorOf(className: string): string {
  if (className.includes("lining")) return "#1f5fbf";
  if (className.includes("fabric")) return "#111111";
  return "#b9b9b9";
}

function drawingOf(name: string, part: DrawnPart, body: Measurements): Drawing | null {
  const behind = bodyBehind(name, part, body);
  if (!behind && process.env.TRUNK) return null;
  const lines: Line[] = [];
  for (const [pathName, path] of Object.entries(part.paths)) {
    if (path.hidden || pathName.startsWith("__")) continue;
    const starts = path.ops.flatMap((step, index) => (step.type === "move" ? [index] : []));
    starts.forEach((start, index) => {
      const steps = path.ops.slice(start, starts[index + 1]);
      const points = flatten(steps, 16);
      if (points.length < 2 || !hasFinitePoints(points)) return;
      const last = steps.at(-1);
      const returns =
        last &&
        "to" in last &&
        steps[0] &&
        "to" in steps[0] &&
        distance(last.to, steps[0].to) < 0.1;
      const isClosed = Boolean(returns) || steps.some(({ type }) => type === "close");
      lines.push({ points, isClosed, color: colorOf(String(path.attributes.get("class") || "")) });
    });
  }
  if (lines.length === 0) return null;
  const outline = behind?.outline;
  const drawn = outline ? [{ points: outline, isClosed: true, ...BODY }, ...lines] : lines;
  return { name, lines: drawn, levels: behind?.levels ?? [] };
}

/** Parts beside each other in rows; the height they need. */
function layOut(
  drawings: readonly Drawing[],
  top: number,
): { svg: string; width: number; height: number } {
  let widest = 0;
  let x = 0;
  let y = top;
  let rowHeight = 0;
  let svg = "";
  for (const { levels, lines, name } of drawings) {
    const { left, right, top: upper, bottom } = boundsOf(lines.flatMap(({ points }) => points));
    const width = right - left + 2 * MARGIN_MM;
    const height = bottom - upper + 2 * MARGIN_MM;
    if (x > 0 && x + width > ROW_WIDTH_MM) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const dx = x + MARGIN_MM - left;
    const dy = y + MARGIN_MM - upper;
    for (const { color, fill = "none", isClosed, points } of lines) {
      const d = points.map((p) => `${(p.x + dx).toFixed(1)} ${(p.y + dy).toFixed(1)}`).join("L");
      svg += `<path d="M${d}${isClosed ? "Z" : ""}" fill="${fill}" stroke="${color}" stroke-width="2.5"/>`;
    }
    for (const level of levels.filter((each) => each.y <= bottom)) {
      const at = level.y + dy;
      svg += `<path d="M${x} ${at}H${x + width}" stroke="${LEVEL_COLOR}" stroke-width="1.5" stroke-dasharray="12 8"/>`;
      svg += `<text x="${x + 4}" y="${at - 4}" font-size="20" fill="${LEVEL_COLOR}">${level.name}</text>`;
    }
    svg += `<text x="${x + MARGIN_MM}" y="${y + 16}" font-size="20" fill="#777">${name}</text>`;
    [x, rowHeight] = [x + width, Math.max(rowHeight, height)];
    widest = Math.max(widest, x);
  }
  return { svg, width: widest, height: y + rowHeight - top };
}

/** The five people of one design. */
export function fivePeople(design: string): DraftPerson[] {
  const wearers = RECIPES[design]?.wearers ?? "both";
  const people = spreadPeople(wearers, "tape");
  const by = (value: (person: DraftPerson) => number) =>
    people.toSorted((a, b) => value(a) - value(b));
  const byHeight = by(({ heightMm }) => heightMm);
  const byBmi = by(({ bmi }) => bmi);
  const heavy = heavyPeople(wearers, "tape").sort((a, b) => a.bmi - b.bmi);
  const bySlope = by(({ measurements }) => measurements.shoulderSlope);
  return [
    byHeight[0],
    byBmi[Math.floor(byBmi.length / 2)],
    byHeight.at(-1),
    heavy.at(-1),
    bySlope.at(-1),
  ].filter((person) => person !== undefined);
}

const LABELS = ["smallest", "median", "tallest", "heaviest", "steepest shoulders"];

function describe(person: DraftPerson, label: string, { findings }: CheckResult): string {
  const { chest, seat, waist } = person.measurements;
  const rules = rulesOf(findings).join(", ") || "passes";
  return `${label}: ${person.id}, ${Math.round(person.heightMm / 10)} cm, BMI ${person.bmi.toFixed(0)}, chest ${Math.round(chest / 10)}, waist ${Math.round(waist / 10)}, seat ${Math.round(seat / 10)}: ${rules}`;
}

/** Draws one design: with the options that a solver found, else with the design's own. */
export async function drawDesign(
  design: string,
  folder: string,
  solve: Solve | null,
): Promise<void> {
  let svg = "";
  let top = 0;
  let widest = LEAST_WIDTH_MM;
  for (const [index, person] of fivePeople(design).entries()) {
    const { measurements } = person;
    const solved = await solve?.([design], person);
    const { options = {}, draftedFrom, seams } = solved ?? {};
    const result = checkDraft({
      design,
      measurements,
      options,
      draftedFrom,
      ...(seams && { lines: drawnLinesOf(seams) }),
    });
    const drawings = Object.entries(result.draft.parts).flatMap(([name, part]) => {
      const drawing = isPrinted(part) ? drawingOf(name, part, measurements) : null;
      return drawing ? [drawing] : [];
    });
    const status = solved ? [solved.status, ...solved.reasons].join(", ") : "own options";
    const label = `${describe(person, LABELS[index] ?? "", result)} (${xmlText(status)})`;
    svg += `<text x="20" y="${top + LABEL_MM}" font-size="24">${label}</text>`;
    const { svg: drawn, height, width } = layOut(drawings, top + LABEL_MM + 12);
    svg += drawn;
    widest = Math.max(widest, width);
    top += height + 2 * LABEL_MM;
  }
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(widest)}" height="${Math.ceil(top)}"><rect width="100%" height="100%" fill="white"/>${svg}</svg>`;
  const png = sharp(Buffer.from(page), { limitInputPixels: false }).resize({
    width: Math.ceil(widest * PIXELS_PER_MM),
  });
  await png.png().toFile(join(folder, `${design}.png`));
}

if (import.meta.main) {
  const [folder = "/tmp", ...names] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const designs = names.length > 0 ? names : Object.keys(RECIPES);
  await loadDesigns(designs);
  const patterns = createPatternPool();
  for (const design of designs) {
    await drawDesign(design, folder, draftedByShop([design]) ? shopSolver(patterns) : null);
  }
  await patterns.stop();
}
