import { shapeNotes } from "#features/patterns/body-shape/alter-parts.ts";
import { HEM_ALLOWANCES_MM } from "#features/patterns/cutting/cutting-rules.ts";
import { edgeNotes } from "#features/patterns/cutting/edge-allowances.ts";
import {
  allowedCloth,
  cutsBeside,
  cutsByHand,
  handPartsOf,
} from "#features/patterns/cutting/hand-parts.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { Cut, DraftMeasures } from "#features/patterns/designs/pattern-design.ts";
import { MATERIAL_NAMES } from "#features/patterns/designs/pattern-design.ts";
import type { TruedCorner } from "#features/patterns/seams/true-seams.ts";
import type { DraftRequest } from "./draft-request.ts";
import type { FreeSewingPart, FreeSewingPattern } from "./freesewing.server.ts";
import type { CutListEntry } from "./garment-draft.ts";
import type { HousePart } from "./let-out-legs.ts";
import { partTitle, spaced } from "./part-titles.ts";

export function cutsOf(
  design: DraftableDesign,
  pattern: FreeSewingPattern,
  part: string,
): readonly Cut[] {
  const corrected = patternDesignOf(design).cuts[part];
  if (corrected) return corrected;
  const materials = pattern.setStores[0]?.cutlist[part]?.materials ?? {};
  return Object.entries(materials).flatMap(([material, cuts]) =>
    cuts.map(({ cut, identical, onFold }) => ({
      material,
      cut,
      onFold,
      mirrored: !identical && cut > 1,
    })),
  );
}

/** One line of a part's label: "Cut 2, mirrored, of lining". */
export function cutText({ cut, mirrored, onFold, material }: Cut): string {
  const how = `${mirrored ? ", mirrored" : ""}${onFold ? ", on the fold" : ""}`;
  return `Cut ${cut}${how}${how ? "," : ""} of ${MATERIAL_NAMES[material] ?? spaced(material)}`;
}

/** "Outer leg seam: trued, 7.7 mm longer." */
function truedNote({ seam, byMm }: TruedCorner): string {
  return `${seam}: trued, ${Math.abs(byMm).toFixed(1)} mm ${byMm > 0 ? "longer" : "shorter"}.`;
}

function hemNote(part: string): readonly string[] {
  const hem = HEM_ALLOWANCES_MM[part];
  return hem === undefined ? [] : [`Hem: ${hem} mm are turned up.`];
}

type CutListInput = {
  readonly pattern: FreeSewingPattern;
  readonly house: readonly HousePart[];
  readonly trued: readonly TruedCorner[];
  readonly measures: DraftMeasures["measures"];
  readonly seamAllowance: number;
};

/** FreeSewing lists the plackets of a shirt also where they are cut on, and draws nothing of them. */
const isDrawn = ({ hidden, paths }: FreeSewingPart) =>
  !hidden && Object.values(paths).some((path) => !path.hidden && path.ops.length > 1);

/** What FreeSewing draws, corrected, and then what the house drafts by hand. */
export function cutListFrom(
  { loaded, design, options, shape }: DraftRequest,
  { house, measures, pattern, seamAllowance, trued }: CutListInput,
): CutListEntry[] {
  const { notes = {} } = patternDesignOf(design);
  const drawn = Object.entries(pattern.parts[0] ?? {})
    .filter(([part, drafted]) => isDrawn(drafted) && cutsOf(design, pattern, part).length > 0)
    .map(([part]) => part);
  const handParts = handPartsOf(design, { drawn, options });
  const entries = drawn.map((part): CutListEntry => {
    const own = trued.filter((corner) => corner.part === part).map(truedNote);
    const edges = [...hemNote(part), ...edgeNotes(part, seamAllowance)];
    const shaped = shapeNotes(design, part, shape);
    const moved = house.filter((each) => each.part === part && each.note !== "");
    const changed = [...moved.map((each) => each.note), ...shaped, ...own];
    const note = [...(notes[part] ? [notes[part]] : []), ...edges, ...changed].join("\n");
    const cuts = cutsBeside(part, cutsOf(design, pattern, part), handParts);
    const entry = { part, title: partTitle(loaded, part), cuts };
    return note ? { ...entry, note } : entry;
  });
  const byHand = handParts.map((part): CutListEntry => {
    const allowed = allowedCloth(part, { drawn, measures, seamAllowance });
    const { how, title } = part;
    return {
      part: `by-hand/${title}`,
      title,
      cuts: cutsByHand(part, (name) => cutsOf(design, pattern, name)),
      note: how,
      ...(allowed.length > 0 && { allowed }),
    };
  });
  return [...entries, ...byHand];
}
