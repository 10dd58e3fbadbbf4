import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type { DraftedParts } from "#features/patterns/measuring/drafted-part.ts";

/** The parts with the buttons of a coat's front. */
const FRONTS: Readonly<Partial<Record<DraftableDesign, string>>> = {
  carlton: "carlton.front",
  carlita: "carlita.front",
};

/** Between two buttons of a coat, along the front. */
export const BUTTON_SPACING_MM = 110;

/** "button3Left" is the uppermost one, where the lapel breaks. */
const BUTTON = /^button([123])(Left|Right)$/;
const ROWS = 3;

/**
 * Sets the lower buttons of a coat `BUTTON_SPACING_MM` apart. FreeSewing divides the way from the waist to the hips, which is a third of
 * this where a tape finds the hip bone. The uppermost ones stay, and so do buttons that are farther apart.
 */
export function spaceButtons(design: DraftableDesign, parts: DraftedParts): void {
  const { snippets = {} } = parts[FRONTS[design] ?? ""] ?? {};
  const top = snippets.button3Left?.anchor.y;
  if (top === undefined) return;
  for (const [name, snippet] of Object.entries(snippets)) {
    if (!snippet) continue;
    const { anchor } = snippet;
    const row = Number(BUTTON.exec(name)?.[1] ?? ROWS);
    const spacedY = top + (ROWS - row) * BUTTON_SPACING_MM;
    if (row < ROWS && anchor.y < spacedY) (anchor as { y: number }).y = spacedY;
  }
}
