import { describe, expect, test } from "vitest";
import { loadDesign } from "#features/patterns/drafting/freesewing.server.ts";
import { targetGarmentOf } from "#features/patterns/finished/target-measures.ts";
import { Drafted } from "#features/patterns/measuring/drafted.ts";
import { peopleOf } from "../../../../bench/pattern-drafts/compare.ts";
import { simon, simone } from "./shirts.ts";

test.each([simon, simone])(
  "the hem of $design never lies above the end of its side seam, because the seam would run below it and back",
  ({ options }) => {
    expect(options.lengthBonus).toMatchObject({ kind: "share", from: 0 });
  },
);

/** The parts on which a spur of the side seam is found, with its length. */
async function spursOf(design: typeof simon, lengthBonus: number, hemStyle: string) {
  const name = design === simon ? "simon" : "simone";
  const { create } = await loadDesign(name);
  const [person] = peopleOf(name, "tape", 2);
  const measurements = { ...person?.measurements } as Record<string, number>;
  const options = { ...design.defaults, lengthBonus, hemStyle };
  const pattern = create({ measurements, options, sa: 10, paperless: false }).draft();
  const request = {
    fit: "regular",
    body: {},
    hem: "standard",
    chosen: {},
    isExact: false,
  } as const;
  const target = targetGarmentOf(design, request);
  const drafted = new Drafted(pattern.parts[0] ?? {});
  const { findings } = design.measure({ target, drafted, body: measurements, options });
  return findings
    .filter(({ code }) => code === "side-spur")
    .map(({ spot, by }) => ({ part: spot?.part, by }));
}

describe.each([simon, simone])(
  "a $design of which the hem lies above the end of the side seam",
  (design) => {
    test.each([
      [-0.02, "straight"],
      [-0.04, "straight"],
      [-0.02, "baseball"],
      [-0.04, "baseball"],
      [-0.02, "slashed"],
      [-0.04, "slashed"],
    ])("has a spur that is found: length %d, hem %s", async (lengthBonus, hemStyle) => {
      const spurs = await spursOf(design, lengthBonus, hemStyle);
      expect(spurs.map(({ part }) => part)).toEqual(["simon.back", "simon.frontLeft"]);
      for (const { by } of spurs) expect(by).toBeGreaterThan(lengthBonus === -0.04 ? 15 : 7);
    });

    test.each(["straight", "baseball", "slashed"])(
      "is the only one that has: none is found at the lengths that are offered, hem %s",
      async (hemStyle) => {
        for (const lengthBonus of [0, 0.1, 0.6])
          expect(await spursOf(design, lengthBonus, hemStyle)).toEqual([]);
      },
    );
  },
);
