import { describe, expect, it } from "vitest";
import { POSTURES } from "#features/body/measurement/measurement-profile.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import { POSTURE_GARMENTS, POSTURE_MM, SHAPE_PROMISES } from "./posture-amounts.ts";
import { SHAPED_DESIGNS } from "./shaped-designs.ts";
import { amountsOfShape, shapeStates } from "./stated-shape.ts";

const GARMENTS = {
  shirt: "shirts",
  jacket: "jackets",
  waistcoat: "waistcoats",
  outerwear: "coats",
} as const;

describe("a stated shape", () => {
  it("promises the garments that are altered and the largest amount", () => {
    const altered = DRAFTABLE_DESIGNS.filter(
      (design) => SHAPED_DESIGNS[design]?.alterations.posture,
    ).map((design) => {
      const { garment } = patternDesignOf(design);
      return GARMENTS[garment as keyof typeof GARMENTS];
    });
    expect(new Set(altered)).toEqual(new Set(POSTURE_GARMENTS));
    const most = Math.max(...Object.values(POSTURE_MM).map(Math.abs));
    expect(SHAPE_PROMISES.posture).toContain(`up to ${most} mm`);
  });

  it("of an average person changes nothing and is not named", () => {
    const average = { posture: "average", shoulders: "average" };
    expect(amountsOfShape(average)).toEqual({});
    for (const design of DRAFTABLE_DESIGNS) {
      expect(shapeStates(design, average, {})).toEqual([]);
    }
    expect(amountsOfShape({ posture: null })).toEqual({});
    expect(amountsOfShape({ posture: "constructor" })).toEqual({});
  });

  it("is drafted, by hand or without effect for every design that hangs from the shoulders", () => {
    const outcomeOf = (design: (typeof DRAFTABLE_DESIGNS)[number]) => {
      const stated = { posture: "forward", shoulders: null };
      return shapeStates(design, stated, amountsOfShape(stated)).map(({ outcome }) => outcome);
    };
    const outcomes = Object.fromEntries(
      DRAFTABLE_DESIGNS.map((design) => [design, outcomeOf(design)[0] ?? "no question"]),
    );
    expect(outcomes).toEqual({
      simon: "drafted",
      simone: "drafted",
      teagan: "none",
      jaeger: "drafted",
      wahid: "drafted",
      carlton: "drafted",
      carlita: "drafted",
      charlie: "no question",
      titan: "no question",
      penelope: "no question",
      sandy: "no question",
      bibi: "drafted",
      bella: "drafted",
      noble: "drafted",
      trayvon: "no question",
      benjamin: "no question",
    });
  });

  it.each(POSTURES)(
    "of the posture %s says its amount, or what the tailor set instead",
    (posture) => {
      const stated = { posture, shoulders: null };
      const mm = POSTURE_MM[posture];
      const [own] = shapeStates("simon", stated, amountsOfShape(stated));
      if (mm === 0) return expect(own).toBeUndefined();
      const kind = mm > 0 ? "stooped" : "erect";
      expect(own?.note).toBe(`Posture: ${kind}, ${Math.abs(mm)} mm`);
      const [set] = shapeStates("simon", stated, { posture: 0 });
      expect(set?.note).toBe("no alteration, as the tailor set it");
    },
  );
});
