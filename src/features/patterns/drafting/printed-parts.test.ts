import { describe, expect, it } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";
import { linesOfPath } from "#features/patterns/outlines/path-lines.ts";
import { MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DrawnPart, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

type Spot = { readonly x: number; readonly y: number };
type Line = readonly Spot[];

const SEAM_ALLOWANCE_MM = 10;
/** A waist as large as the chest, which needs no dart. */
const ROUND_WOMAN = { ...MEASURED_WOMAN, waist: 1_000, waistBack: 480, hips: 1_060, seat: 1_100 };

async function drafted(
  design: DraftableDesign,
  measurements: Readonly<Record<string, unknown>> = MEASURED_WOMAN,
): Promise<GarmentDraft> {
  const drawing = { dimensioned: false, seamAllowance: SEAM_ALLOWANCE_MM };
  const job = validateDraft({ designs: [design], measurements, fit: "regular", drawing });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const key = JSON.stringify(job.value);
  const known = made.get(key) ?? runDraftJob(job.value);
  made.set(key, known);
  return known;
}

/** Several tests read the same draft, which is made once. */
const made = new Map<string, Promise<GarmentDraft>>();

const linesOf = ({ lines }: DrawnPart, kind: string): readonly Line[] =>
  lines.filter((line) => line.kind === kind).flatMap(({ d }) => linesOfPath(d));

const away = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

function distanceToSegment({ x, y }: Spot, from: Spot, to: Spot): number {
  const square = away(from, to) ** 2 || 1;
  const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / square;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - share * (to.x - from.x), y - from.y - share * (to.y - from.y));
}

/** How far a point lies outside a closed line; 0 within it. */
function outside(outline: Line, point: Spot): number {
  let isWithin = false;
  let least = Infinity;
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    const crosses = a.y > point.y !== b.y > point.y;
    if (crosses && a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x) > point.x)
      isWithin = !isWithin;
    least = Math.min(least, distanceToSegment(point, a, b));
  });
  return isWithin ? 0 : least;
}

/** The width of a closed line at y, between its outermost edges. */
function widthAt(outline: Line, y: number): number {
  const xs = outline.flatMap((a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a;
    return a.y > y === b.y > y ? [] : [a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)];
  });
  return Math.max(...xs) - Math.min(...xs);
}

/** Lines that another part continues, or that show an angle: FreeSewing draws them beyond the part on purpose. */
const BEYOND_ON_PURPOSE = /^(charlie\.front|trayvon\..*(Tail|Tip))$/;

describe.each(DRAFTABLE_DESIGNS)("the sheet of %s", (design) => {
  it("has no level, pocket or stay beyond a cut line", async () => {
    const { parts } = await drafted(design);
    const beyond = parts.flatMap((part) => {
      if (BEYOND_ON_PURPOSE.test(part.part)) return [];
      const { cut } = outlineOf(part);
      const farthest = Math.max(
        0,
        ...linesOf(part, "inside")
          .flat()
          .map((at) => outside(cut, at)),
      );
      return farthest > 1 ? [`${part.part}: ${Math.round(farthest)} mm`] : [];
    });
    expect(beyond).toEqual([]);
  });

  it("has cut lines that never run back on themselves", async () => {
    const { parts } = await drafted(design);
    const spurs = parts.flatMap((part) =>
      linesOf(part, "allowance").flatMap((line) =>
        line.slice(1, -1).flatMap((point, index) => {
          const before = line[index];
          const after = line[index + 2];
          if (!before || !after) return [];
          const legs = away(before, point) * away(point, after);
          const product =
            (point.x - before.x) * (after.x - point.x) + (point.y - before.y) * (after.y - point.y);
          return legs > 0 && product / legs < Math.cos((150 * Math.PI) / 180)
            ? [`${part.part}: ${Math.round(point.x)}, ${Math.round(point.y)}`]
            : [];
        }),
      ),
    );
    expect(spurs).toEqual([]);
  });

  it("has one notch where two would be cut as one", async () => {
    const { parts } = await drafted(design);
    const repeated = parts.flatMap(({ notches, part }) =>
      notches.flatMap((notch, index) =>
        notches.slice(index + 1).some((other) => away(notch, other) < 2) ? [part] : [],
      ),
    );
    expect(repeated).toEqual([]);
  });

  it("has numbers of findings within the part that they are about", async () => {
    const { parts } = await drafted(design, ROUND_WOMAN);
    const lost = parts.flatMap((part) => {
      const { cut } = outlineOf(part);
      return part.spots.filter((spot) => outside(cut, spot) > 20).map(() => part.part);
    });
    expect(lost).toEqual([]);
  });
});

/** Parts with a straight hem and one or two sides that are sewn down to it. */
const HEMMED = [
  ["simon", "simon.back", 1],
  ["teagan", "teagan.front", 1],
  ["bibi", "bibi.front", 1],
  ["penelope", "penelope.front", 1],
  ["titan", "titan.back", 2],
  ["charlie", "charlie.front", 2],
  ["carlton", "carlton.tail", 1],
] as const;

describe("a hem", () => {
  it.each(HEMMED)(
    "of %s: %s, has the allowance of its side seams down to its edge",
    async (design, name, sides) => {
      const { parts } = await drafted(design);
      const part = parts.find((each) => each.part === name);
      if (!part) throw new Error(`${name} is not drawn.`);
      const { cut } = outlineOf(part);
      const bottom = Math.max(...cut.map(({ y }) => y));
      const hem = Math.max(
        ...linesOf(part, "seam")
          .flat()
          .map(({ y }) => y),
      );
      const atEdge = widthAt(cut, bottom - 5);
      const atHem = widthAt(cut, hem - 5);
      expect(bottom - hem).toBeGreaterThan(18);
      // A hem that falls toward the side has its edge lower there: the sides differ by a few millimetres.
      expect(atHem - atEdge).toBeLessThan(sides * 4);
    },
  );
});

describe("titles and darts", () => {
  it("the back of a gown has its title above the hem", async () => {
    const { drawing, parts } = await drafted("bibi");
    const back = parts.find(({ part }) => part === "bibi.back");
    const svg = drawing?.svg ?? "";
    const group = svg.slice(svg.indexOf('<g id="fs-stack-bibi.back"'));
    const [, y = "0"] = /<text[^>]*text-lg[^>]*\by="([\d.]+)"/.exec(group) ?? [];
    const { height = 0, y: top = 0 } = back?.bounds ?? {};
    expect(Number(y)).toBeLessThan(top + height / 2);
  });

  it("a dart without width is not drawn as a line", async () => {
    const { parts } = await drafted("simon", ROUND_WOMAN);
    const back = parts.find(({ part }) => part === "simon.back");
    const flat = linesOf(back ?? (parts[0] as DrawnPart), "inside").filter((line) => {
      const xs = line.map(({ x }) => x);
      const ys = line.map(({ y }) => y);
      return Math.max(...ys) - Math.min(...ys) > 100 && Math.max(...xs) - Math.min(...xs) < 1;
    });
    expect(flat).toEqual([]);
  });
});
