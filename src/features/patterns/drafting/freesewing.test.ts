import { expect, test } from "vitest";
import { peopleOf } from "../../../../bench/pattern-drafts/compare.ts";
import type { FreeSewingPart } from "./freesewing.server.ts";
import { loadDesign, withoutPrintedTexts } from "./freesewing.server.ts";

const OF_PRINT = /^__macro_(title|banner|bannerbox|scalebox|miniscale)_/i;

const coordinates = (value: unknown) =>
  value && typeof value === "object" && "x" in value && "y" in value ? [value.x, value.y] : null;

/** Everything of a part but the words of a print. */
function drawnOf({ hidden, paths, snippets }: FreeSewingPart) {
  const lines = Object.entries(paths)
    .filter(([name]) => !OF_PRINT.test(name))
    .map(([name, path]) => {
      const ops = path.ops.map(({ cp1, cp2, to, type }) => [
        type,
        ...[cp1, cp2, to].map(coordinates),
      ]);
      return [name, path.hidden, path.attributes.get("class"), ops];
    });
  const symbols = Object.entries(snippets).map(([name, { anchor, def }]) => {
    return [name, def, coordinates(anchor)];
  });
  return { hidden, lines, symbols };
}

test.each(["carlita", "charlie", "wahid"] as const)(
  "%s without the words of a print has the same lines, symbols and cut list",
  async (design) => {
    const { create } = await loadDesign(design);
    const [person] = peopleOf(design, "tape", 2);
    const draft = (isPrinted: boolean) => {
      const measurements = { ...person?.measurements } as Record<string, number>;
      const pattern = create({ measurements, options: {}, sa: 10, paperless: true });
      return (isPrinted ? pattern : pattern.use(withoutPrintedTexts)).draft();
    };
    const printed = draft(true);
    const silent = draft(false);
    const parts = Object.entries(printed.parts[0] ?? {});
    expect(parts.length).toBeGreaterThan(4);
    for (const [name, part] of parts) {
      const own = silent.parts[0]?.[name];
      expect(own && drawnOf(own), name).toEqual(drawnOf(part));
    }
    // The store keeps its methods beside the lists.
    const cutsOf = ({ setStores }: typeof printed) =>
      JSON.stringify(setStores.map(({ cutlist }) => cutlist));
    expect(cutsOf(silent)).toBe(cutsOf(printed));
  },
);
