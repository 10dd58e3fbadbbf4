import { describe, expect, it } from "vitest";
import { HEM_ALLOWANCES_MM } from "#features/patterns/cutting/cutting-rules.ts";
import { allowanceOf, EDGE_ALLOWANCES } from "#features/patterns/cutting/edge-allowances.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { cutShapes } from "#features/patterns/nesting/cut-shapes.ts";
import { linesOfPath } from "#features/patterns/outlines/path-lines.ts";
import { MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { validateDraft } from "./draft-garment.server.ts";
import type { DraftInput, DrawnPart, GarmentDraft } from "./garment-draft.ts";
import { runDraftJob } from "./run-draft-job.server.ts";

const PLAIN = { dimensioned: false, seamAllowance: 10 };

async function drafted(
  design: DraftableDesign,
  more: Partial<DraftInput> = {},
): Promise<GarmentDraft> {
  const request = { designs: [design], measurements: MEASURED_WOMAN, fit: "regular" as const };
  const input = { ...request, drawing: PLAIN, ...more };
  const job = validateDraft(input);
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  const key = JSON.stringify(job.value);
  const known = made.get(key) ?? runDraftJob(job.value);
  made.set(key, known);
  return known;
}

/** Several tests read the same draft, which is made once. */
const made = new Map<string, Promise<GarmentDraft>>();

const numbersIn = (d: string) => (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** The lowest point of a part's lines of a kind. */
const bottomOf = ({ lines }: DrawnPart, kind: string) =>
  Math.max(
    ...lines
      .filter((line) => line.kind === kind)
      .flatMap(({ d }) => numbersIn(d).filter((_, index) => index % 2 === 1)),
  );

/** How far the cut line lies outside the seam above the hem, at most: looked at level with each of its points, to both sides. */
function widestAllowance({ lines, part }: DrawnPart): number {
  const linesOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).flatMap(({ d }) => linesOfPath(d));
  const cut = linesOf("allowance").flat();
  const seams = linesOf("seam");
  const hem = HEM_ALLOWANCES_MM[part] ?? 30;
  const ys = cut.map(({ y }) => y);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  const inner = cut.filter(({ y }) => y > top + 30 && y < bottom - hem - 12);
  const away = inner.map((point) => Math.min(...seams.map((line) => distanceToLine(line, point))));
  return Math.max(0, ...away);
}

type Spot = { x: number; y: number };

/** On which side of the line from a to b a point lies. */
const sideOf = (a: Spot, b: Spot, { x, y }: Spot) =>
  Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));

/** FreeSewing leaves loops below a millimeter, which no scissors follow. */
const SMALL_LOOP_MM = 2;

/** Whether two parts of a line that do not follow each other cross. */
function crossesItself(line: readonly Spot[]): boolean {
  return line.some((a, index) => {
    const b = line[index + 1];
    if (!b) return false;
    return line.slice(index + 2, -1).some((c, position) => {
      const d = line[index + 3 + position];
      if (!d || Math.hypot(c.x - b.x, c.y - b.y) < SMALL_LOOP_MM) return false;
      const isAcross = sideOf(a, b, c) * sideOf(a, b, d) < 0;
      return isAcross && sideOf(c, d, a) * sideOf(c, d, b) < 0;
    });
  });
}

function distanceToLine(
  line: readonly { x: number; y: number }[],
  { x, y }: { x: number; y: number },
) {
  return line.slice(1).reduce((least, to, index) => {
    const from = line[index] ?? to;
    const square = (to.x - from.x) ** 2 + (to.y - from.y) ** 2 || 1;
    const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / square;
    const share = Math.max(0, Math.min(1, along));
    const away = Math.hypot(
      x - from.x - share * (to.x - from.x),
      y - from.y - share * (to.y - from.y),
    );
    return Math.min(least, away);
  }, Infinity);
}

describe.each(DRAFTABLE_DESIGNS)("a draft of %s", (design) => {
  it("has a grain or fold line on every part that is cut", async () => {
    const { parts, cutList } = await drafted(design);
    const cut = new Set(cutList.map(({ part }) => part));
    const without = parts
      .filter(({ part }) => cut.has(part))
      .filter(({ lines }) => !lines.some(({ kind }) => kind === "grain" || kind === "fold"))
      .map(({ part }) => part);
    expect(without).toEqual([]);
  });

  it("has the hem allowances that are declared", async () => {
    const { parts } = await drafted(design);
    for (const part of parts) {
      const hem = HEM_ALLOWANCES_MM[part.part];
      if (hem === undefined) continue;
      const turnedUp = bottomOf(part, "allowance") - bottomOf(part, "seam");
      expect(Math.abs(turnedUp - hem), part.part).toBeLessThan(5);
    }
  });

  it("has the edge allowances that are declared, and its cut list names them", async () => {
    const { parts, cutList } = await drafted(design);
    for (const part of parts) {
      for (const each of EDGE_ALLOWANCES[part.part] ?? []) {
        const mm = allowanceOf(each, PLAIN.seamAllowance);
        const note = cutList.find((entry) => entry.part === part.part)?.note ?? "";
        expect(note).toContain(`${each.name}: ${mm} mm`);
        // The corners of a strip are a little farther from the seam.
        const widest = Math.round(widestAllowance(part));
        expect([part.part, widest >= mm && widest <= mm + 3]).toEqual([part.part, true]);
      }
    }
  });

  it("has cut lines of which none crosses itself", async () => {
    const { parts } = await drafted(design);
    const crossed = parts.flatMap(({ lines, part }) => {
      const cut = lines.filter(({ kind }) => kind === "allowance");
      return cut.flatMap(({ d }) => linesOfPath(d)).some(crossesItself) ? [part] : [];
    });
    expect(crossed).toEqual([]);
  });

  it("lists no part that is not drawn, but what is drafted by hand", async () => {
    const { parts, cutList } = await drafted(design);
    const drawn = new Set(parts.map(({ part }) => part));
    const missing = cutList.filter(({ part }) => !drawn.has(part) && !part.startsWith("by-hand/"));
    expect(missing).toEqual([]);
  });

  it("is drawn for paper, with the corners that were moved named in its cut list", async () => {
    const { cutList, drawing, trued } = await drafted(design);
    expect(drawing?.svg).toContain("<svg");
    for (const { part, seam } of trued) {
      const entry = cutList.find((each) => each.part === part);
      if (entry) expect(entry.note).toContain(`${seam}: trued`);
    }
  });
});

/** Everything that the papers of a draft say of its parts. */
const textsOf = ({ cutList, drawing, parts }: GarmentDraft) =>
  [
    ...cutList.flatMap(({ note = "", title }) => [title, note]),
    ...parts.map(({ title }) => title),
    (drawing?.svg ?? "").replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, " "),
  ].join("\n");

it.each([
  ["jaeger", "vents:none"],
  ["penelope", "slit:none"],
] as const)("the papers of %s with %s say nothing of a vent", async (design, style) => {
  expect(textsOf(await drafted(design))).toMatch(/\bvents?\b/i);
  expect(textsOf(await drafted(design, { styles: [style] }))).not.toMatch(/\bvents?\b|\bslit/i);
});

it("a shirt with short sleeves and a band collar has no paper for cuff, placket or collar points", async () => {
  const styles = ["sleeve:short", "collar:band", "front:plain"] as const;
  const { cutList } = await drafted("simon", { styles });
  const titles = cutList.map(({ title }) => title).join();
  expect(titles).not.toMatch(/cuff|placket|collar(?! stand)/i);
});

it("plain trousers list waistband, closure and pockets that are drafted by hand", async () => {
  const { cutList } = await drafted("titan");
  expect(cutList.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Waistband", "Zip, hook and bar", "Pocket bags and facings"]),
  );
});

it("a shirt cuff has the notch at which the seam of the sleeve meets it", async () => {
  const { parts } = await drafted("simon");
  const [cuff, sleeve] = ["simon.cuff", "simon.sleeve"].map((name) =>
    parts.find(({ part }) => part === name),
  );
  expect(cuff?.notches).toHaveLength(1);
  // Both halves of the cap, both sides of the sleeve seam, and the opening.
  expect(sleeve?.notches).toHaveLength(5);
});

it("both sides of a side seam have notches at the same distance from the hem", async () => {
  const { parts } = await drafted("penelope");
  const heights = ["penelope.front", "penelope.back"].map((name) => {
    const part = parts.find((each) => each.part === name);
    return part?.notches.map(({ y }) => bottomOf(part, "seam") - y) ?? [];
  });
  expect(heights[0]).toHaveLength(1);
  expect(heights[1]).toHaveLength(1);
  expect(Math.abs((heights[0]?.[0] ?? 0) - (heights[1]?.[0] ?? 999))).toBeLessThan(8);
});

it("a circle skirt that is wider than every cloth is divided into panels", async () => {
  const { options, status, findings, parts } = await drafted("sandy", { styles: ["length:floor"] });
  expect({ findings, status }).toEqual({ findings: [], status: "ready" });
  expect(options.panels).toBeGreaterThan(1);
  const skirt = parts.find(({ part }) => part === "sandy.skirt");
  expect(2 * (skirt?.bounds.width ?? 0)).toBeLessThan(1_500);
});

it("a circle skirt has as many panels of lining as of cloth, and the nest keeps them free", async () => {
  const { cutList, options, parts } = await drafted("sandy", { styles: ["length:floor"] });
  const cutsOf = (name: string) => cutList.find(({ part }) => part === name)?.cuts;
  const ofSkirt = cutsOf("sandy.skirt") ?? [];
  expect(ofSkirt).toMatchObject([{ cut: options.panels, material: "fabric", onFold: true }]);
  expect(cutsOf("by-hand/Lining")).toEqual(ofSkirt.map((cut) => ({ ...cut, material: "lining" })));
  const widthsOf = (material: string, name: string) =>
    cutShapes({ cutList, parts }, material)
      .filter(({ part }) => part === name)
      .map(({ widthMm }) => Math.round(widthMm));
  const panels = widthsOf("fabric", "sandy.skirt");
  expect(panels).toHaveLength(Number(options.panels));
  expect(widthsOf("lining", "by-hand/Lining")).toEqual(panels);
});

const waistOf = ({ measures }: GarmentDraft) =>
  measures.find(({ name }) => name === "waist")?.finished ?? 0;

describe.each(["penelope", "sandy"] as const)(
  "a skirt of %s that is sewn to a bodice",
  (design) => {
    it("has the bodice's waist within 2 mm", async () => {
      const joinedWaistMm = waistOf(await drafted("bella"));
      const skirt = await drafted(design, { joinedWaistMm });
      expect({ findings: skirt.findings, status: skirt.status }).toEqual({
        findings: [],
        status: "ready",
      });
      expect(Math.abs(waistOf(skirt) - joinedWaistMm)).toBeLessThanOrEqual(2);
      expect(skirt.requestedChanges).toEqual([]);
      const titles = skirt.cutList.map(({ title }) => title).join();
      expect(titles).not.toMatch(/waistband|zip/i);
    });

    it("is reviewed when the bodice is smaller than the body", async () => {
      const skirt = await drafted(design, { joinedWaistMm: 500 });
      expect(skirt.status).toBe("review");
      expect(skirt.findings.map(({ measure }) => measure)).toContain("waist");
    });
  },
);
