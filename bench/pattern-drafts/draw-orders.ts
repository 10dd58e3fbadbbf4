/**
 * `node bench/pattern-drafts/draw-orders.ts FOLDER [design …]`: the printed sheets of orders as PNG files, to look at: cut lines, titles,
 * notches and grain lines for seven people, two of them with an altered shape. PEOPLE=median,stooped draws some.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { draftGarment } from "#features/patterns/drafting/draft-garment.server.ts";
import type { DraftInput } from "#features/patterns/drafting/garment-draft.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { loadDesigns } from "./check-draft.ts";
import { fivePeople } from "./draw-overview.ts";
import type { DraftPerson } from "./people.ts";
import { RECIPES } from "./recipes.ts";
import { draftedByShop, draftInput } from "./shop-drafts.ts";

const MAX_PIXELS = 2_600;
const MM_OF_INCH = 25.4;
const ROLL_WIDTH_MM = 2_400;
/** A belly that came after the survey: no survey measured anybody pregnant. */
const ROUND = { waistMm: 180, hipsMm: 130 };

type Order = {
  readonly name: string;
  readonly person: DraftPerson;
  readonly shape?: DraftInput["shape"];
};

function ordersOf(design: string): Order[] {
  const [smallest, median, tallest, heaviest, steepest] = fivePeople(design);
  if (!smallest || !median || !tallest || !heaviest || !steepest) return [];
  const { hips, waist } = median.measurements;
  const round = {
    ...median,
    measurements: {
      ...median.measurements,
      waist: waist + ROUND.waistMm,
      hips: hips + ROUND.hipsMm,
    },
  };
  return [
    { name: "median", person: median },
    { name: "smallest", person: smallest },
    { name: "tallest", person: tallest },
    { name: "heaviest", person: heaviest },
    { name: "steepest", person: steepest },
    { name: "stooped", person: median, shape: { posture: 12, lowerShoulder: 12 } },
    { name: "round", person: round, shape: { belly: 12 } },
  ];
}

async function drawOrder(
  patterns: PatternPool,
  { design, folder, order }: { design: string; folder: string; order: Order },
): Promise<void> {
  const { name, person, shape = {} } = order;
  const drafted = await draftGarment(
    { patterns },
    {
      ...draftInput([design], person),
      shape,
      drawing: { seamAllowance: 10, dimensioned: false, maxWidth: ROLL_WIDTH_MM },
    },
  );
  if (!drafted.ok) {
    console.log(design, name, person.id, JSON.stringify(drafted.error));
    return;
  }
  const { drawing, findings, status } = drafted.value;
  console.log(design, name, person.id, status, findings.map(({ reason }) => reason).join(" "));
  if (!drawing) return;
  const density = (MAX_PIXELS / Math.max(drawing.width, drawing.height)) * MM_OF_INCH;
  const image = sharp(Buffer.from(drawing.svg), { limitInputPixels: false, density });
  await image
    .flatten({ background: "white" })
    .png()
    .toFile(join(folder, `${design}-${name}.png`));
}

const [folder = "/tmp", ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const designs = names.length > 0 ? names : Object.keys(RECIPES);
const drawn = designs.filter((name) => draftedByShop([name]));
await loadDesigns(drawn);
const patterns = createPatternPool({ timeoutMs: 120_000, givesWay: false });
const people = process.env.PEOPLE?.split(",");
for (const design of drawn) {
  for (const order of ordersOf(design)) {
    if (!people || people.includes(order.name))
      await drawOrder(patterns, { design, folder, order });
  }
}
await patterns.stop();
