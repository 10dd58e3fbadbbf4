import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GarmentCard } from "#features/garments/garment/garment.ts";
import { GARMENT_STAGES } from "#features/garments/garment/garment.ts";
import type { BoardFilter } from "./board.ts";
import { boardQuery, filterCards, groupByMaker, readBoardFilter, riskOf } from "./board.ts";

const TODAY = "2026-11-20";
const MAKER = { id: "01890000-0000-7000-8000-000000000001", name: "Savi" };
const everything: BoardFilter = {
  view: "board",
  maker: "",
  garment: "",
  due: "",
  isOver: false,
  search: "",
};

const card = (changes: Partial<GarmentCard> = {}): GarmentCard => ({
  id: "a",
  orderId: "b",
  name: "Suit",
  line: { productName: "Suit", size: "Custom", colorName: "Navy", madeToMeasure: true },
  number: 1,
  of: 1,
  garmentType: "suit",
  stage: "received",
  maker: null,
  due: null,
  version: 1,
  isAnonymous: false,
  ...changes,
});

const leaves = (day: string) => ({ day, kind: "leaves" as const });

const cards = fc.array(
  fc.record({
    stage: fc.constantFrom(...GARMENT_STAGES),
    maker: fc.constantFrom(null, MAKER),
    garmentType: fc.constantFrom("suit", "gown"),
    due: fc.constantFrom(null, leaves("2026-11-19"), leaves("2026-11-24"), leaves("2027-01-10")),
    number: fc.integer({ min: 1, max: 3 }),
  }),
);

const filters = fc.record({
  view: fc.constantFrom("board" as const, "due" as const, "makers" as const),
  maker: fc.constantFrom("", "none", MAKER.id),
  garment: fc.constantFrom("", "gown"),
  due: fc.constantFrom("" as const, "week" as const, "risk" as const),
  isOver: fc.boolean(),
  search: fc.constantFrom("", "suit", "navy & white", "O'Brien"),
});

describe("the board", () => {
  test("has every filter in its address, and reads it back", () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readBoardFilter(new URLSearchParams(boardQuery(filter)))).toEqual(filter);
      }),
    );
    expect(boardQuery(everything)).toBe("");
  });

  test("ignores what an address says that it does not know", () => {
    const params = new URLSearchParams("view=x&maker=1&garment=%22%3E&due=later&over=2");
    expect(readBoardFilter(params)).toEqual(everything);
  });

  test("shows only garments that match, each once, the soonest first and those without a day last", () => {
    fc.assert(
      fc.property(cards, filters, (rough, filter) => {
        const all = rough.map((each, index) => card({ ...each, id: String(index) }));
        const found = filterCards(all, filter, TODAY);
        expect(new Set(found).size).toBe(found.length);
        const days = found.map(({ due }) => due?.day ?? "9999");
        expect(days).toEqual(days.toSorted());
        for (const { garmentType, maker } of found) {
          if (filter.maker !== "") expect(maker?.id ?? "none").toBe(filter.maker);
          if (filter.garment !== "") expect(garmentType).toBe(filter.garment);
        }
        const narrowing = [filter.maker, filter.garment, filter.due, filter.search];
        if (narrowing.every((each) => each === "")) {
          const other = filterCards(all, { ...filter, isOver: !filter.isOver }, TODAY);
          expect(found.length + other.length).toBe(all.length);
        }
      }),
    );
  });

  test("finds a garment by a part of its name, its order's number or its maker's name, blind to case and accents", () => {
    const suit = card({
      id: "suit",
      name: "Costume d'été",
      orderId: "0189abcd-0000-7000-8000-000000000001",
      maker: { id: MAKER.id, name: "Siobhán O’Brien" },
    });
    const gown = card({ id: "gown", name: "Evening Gown" });
    const found = (search: string) =>
      filterCards([suit, gown], { ...everything, search }, TODAY).map(({ id }) => id);
    expect(["DETE", "#0189ABCD", "siobhan obrien"].map(found)).toEqual([
      ["suit"],
      ["suit"],
      ["suit"],
    ]);
    expect([found("gown"), found("nobody"), found("").length]).toEqual([["gown"], [], 2]);
  });

  test("groups by the maker's name, and those without a maker come last", () => {
    const oneida = { ...MAKER, id: "x", name: "Oneida" };
    const all = [card(), card({ maker: MAKER }), card({ maker: oneida }), card({ maker: MAKER })];
    const groups = groupByMaker(all);
    expect(groups.map(({ cards: own, maker }) => [maker?.name ?? null, own.length])).toEqual([
      ["Oneida", 1],
      ["Savi", 2],
      [null, 1],
    ]);
  });
});

describe("a garment", () => {
  test("is overdue after its day, and at risk with fewer days left than stages", () => {
    const risk = (changes: Partial<GarmentCard>) => riskOf(card(changes), TODAY);
    expect(risk({ due: leaves("2026-11-19") })).toBe("overdue");
    expect(risk({ due: leaves("2026-11-26") })).toBe("at_risk");
    expect(risk({ due: leaves("2026-11-27") })).toBeNull();
    expect(risk({ stage: "finished", due: leaves("2026-11-20") })).toBeNull();
    expect(risk({ stage: "finished", due: leaves("2026-11-19") })).toBe("overdue");
  });

  test("without a day, shipped or cancelled is never at risk", () => {
    expect(riskOf(card(), TODAY)).toBeNull();
    for (const stage of ["shipped", "cancelled"] as const)
      expect(riskOf(card({ stage, due: leaves("2020-01-01") }), TODAY)).toBeNull();
  });
});
