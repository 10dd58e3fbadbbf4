import { describe, expect, it } from "vitest";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "./all-designs.ts";
import { isClothSuited, stretchNeeded } from "./cloth-needs.ts";

describe("the cloth that a design needs", () => {
  it.each(DRAFTABLE_DESIGNS)("%s needs stretch when it is a knit, and only then", (design) => {
    expect(stretchNeeded(design) > 0).toBe(patternDesignOf(design).knit);
  });

  it("a woven cloth is never cut from a knit design", () => {
    expect(isClothSuited("bibi", [0])).toBe("no");
    expect(isClothSuited("bibi", [40, 5])).toBe("no");
  });

  it("a cloth without an entry is unknown, and a knit that stretches enough is suited", () => {
    expect(isClothSuited("bibi", [null])).toBe("unknown");
    expect(isClothSuited("bibi", [25])).toBe("yes");
    expect(isClothSuited("bibi", [])).toBe("yes");
  });

  it("designs for woven cloth are cut from every cloth", () => {
    expect(isClothSuited("simon", [0, null, 60])).toBe("yes");
  });
});
