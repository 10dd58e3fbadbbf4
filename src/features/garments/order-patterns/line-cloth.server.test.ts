import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { fail } from "#core/result.ts";
import {
  clothCommitments,
  cloths,
  madeToMeasureTerms,
  optionChoices,
  optionGroups,
} from "#db/schema/atelier.server.ts";
import type { NestJob } from "#features/patterns/nesting/nest-job.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_MAN, MEASURED_WOMAN, measuredSpecification } from "#tests/support/patterns.ts";
import { readDrawnPages } from "#tests/support/pdf-scale.ts";
import { createGarmentOrder, garmentsOf, staffMember } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { savePattern } from "./change-pattern.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { findClothNeed, listLineCloths } from "./line-cloth.server.ts";
import { writePatternFile } from "./pattern-files.server.ts";
import { openPatternLine } from "./tailor-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const deps = {
  db,
  measurementBox: testMeasurementBox(),
  patterns,
  clock: fixedClock("2026-11-20T14:00:00Z"),
};

/** Of the owner's terms, before anything is drafted. */
const TERMS_MM = 3_500;

type ClothFields = { widthMm?: number | null; isOneWay?: boolean; stretchPercent?: number };

/** Those who order a dress are measured completely. */
const WEARERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  dress: { ...MEASURED_WOMAN, height: 1_650, weight: 66_000 },
};

/** A paid garment to which a cloth is committed. */
async function orderedOf(garment: string, fields: ClothFields = {}) {
  const { isOneWay = false, stretchPercent, widthMm = 1_500 } = fields;
  const specification = measuredSpecification(WEARERS[garment] ?? MEASURED_MAN, {});
  const { orderItemId } = await createGarmentOrder(db, { specification, terms: { garment } });
  const clothId = newId();
  await db.insert(cloths).values({
    id: clothId,
    name: clothId,
    widthMm,
    isOneWay,
    ...(stretchPercent !== undefined && { stretchPercent }),
  });
  await db.insert(clothCommitments).values({ orderItemId, clothId, lengthMm: TERMS_MM });
  return { orderItemId, clothId };
}

async function committedTo(orderItemId: string) {
  const rows = await db
    .select({ lengthMm: clothCommitments.lengthMm })
    .from(clothCommitments)
    .where(eq(clothCommitments.orderItemId, orderItemId));
  return rows.map(({ lengthMm }) => lengthMm);
}

async function opened(orderItemId: string) {
  const actor = await staffMember(db, true);
  const open = await openPatternLine(deps, { actor, orderItemId });
  if (!open.ok) throw new Error(open.error);
  return { actor, ...open.value };
}

async function needOf(orderItemId: string, component?: string) {
  const { components } = await opened(orderItemId);
  const contents = components.flatMap(({ component: name, content }) =>
    content && (component === undefined || component === name) ? [content] : [],
  );
  return findClothNeed(deps, { orderItemId, contents, ownWidthMm: 1_234 });
}

test("a drafted line commits what its nest needs for every garment, a suit's components together", async () => {
  const { clothId, orderItemId } = await orderedOf("suit");
  const garments = await garmentsOf(db, orderItemId);
  await draftLine(deps, orderItemId);
  const need = await needOf(orderItemId);
  const [cloth] = need.cloths;
  const each = cloth?.lengthMm ?? 0;
  expect(await committedTo(orderItemId)).toEqual([each * garments.length]);
  expect(each).toBeGreaterThan(1_500);
  expect(each).toBeLessThan(TERMS_MM);
  expect(need.cloths).toEqual([
    {
      clothId,
      name: clothId,
      widthMm: 1_500,
      isOneWay: false,
      committedMm: each * garments.length,
      material: "fabric",
      garments: garments.length,
      lengthMm: each,
    },
  ]);
  const jacket = (await needOf(orderItemId, "jacket")).cloths[0]?.lengthMm ?? 0;
  const chinos = (await needOf(orderItemId, "chinos")).cloths[0]?.lengthMm ?? 0;
  expect(each).toBeGreaterThan(Math.max(jacket, chinos));
  expect(each).toBeLessThanOrEqual(jacket + chinos);
});

test("a cloth is the lining where an option of that kind offers it, whatever the option is called", async () => {
  const { clothId, orderItemId } = await orderedOf("jacket");
  const liningId = newId();
  await db.insert(cloths).values({ id: liningId, name: `Cupro ${liningId}` });
  await db.insert(clothCommitments).values({ orderItemId, clothId: liningId, lengthMm: 1_800 });
  const termsId = newId();
  await db.insert(madeToMeasureTerms).values({ id: termsId, garment: "jacket" });
  const offered = [
    { name: "Cloth and its lining", kind: "cloth", offers: clothId },
    { name: "Futter", kind: "lining", offers: liningId },
  ] as const;
  for (const [position, { kind, name, offers }] of offered.entries()) {
    const groupId = newId();
    await db.insert(optionGroups).values({ id: groupId, termsId, name, kind, position });
    const choice = { id: newId(), groupId, name: "From stock", clothId: offers, position: 0 };
    await db.insert(optionChoices).values(choice);
  }
  const materials = (await listLineCloths(db, orderItemId)).map(
    (cloth) => [cloth.clothId, cloth.material] as const,
  );
  expect(new Map(materials)).toEqual(
    new Map([
      [clothId, "fabric"],
      [liningId, "lining"],
    ]),
  );
});

test("a dress of woven cloth is a bodice and a skirt with one waist, nested with its facing", async () => {
  const { orderItemId } = await orderedOf("dress", { stretchPercent: 0 });
  await draftLine(deps, orderItemId);
  const { components } = await opened(orderItemId);
  expect(components.map(({ component }) => component)).toEqual(["bodice", "pencilSkirt"]);
  const [bodice, skirt] = components.map(({ content }) => content);
  const waistOf = (content: typeof skirt) =>
    content?.measures.find(({ name }) => name === "waist")?.finished ?? Number.NaN;
  expect(Math.abs(waistOf(skirt) - waistOf(bodice))).toBeLessThanOrEqual(2);
  const titles = [bodice, skirt].flatMap((content) => content?.cutList ?? []);
  expect(titles.map(({ title }) => title)).not.toContain("Waistband");
  const lengthOf = async (contents: Parameters<typeof findClothNeed>[1]["contents"]) => {
    const need = await findClothNeed(deps, { orderItemId, contents, ownWidthMm: null });
    return need.cloths[0]?.lengthMm ?? 0;
  };
  const whole = [bodice, skirt].flatMap((content) => content ?? []);
  const length = await lengthOf(whole);
  expect(await committedTo(orderItemId)).toEqual([
    length * (await garmentsOf(db, orderItemId)).length,
  ]);
  const withoutFacing = whole.map(({ cutList, parts }) => ({
    parts,
    cutList: cutList.filter(({ title }) => title !== "Neck facing"),
  }));
  expect(await lengthOf(withoutFacing)).toBeLessThanOrEqual(length);
});

test("a dress of knitted cloth is a column gown", async () => {
  const { orderItemId } = await orderedOf("dress", { stretchPercent: 40 });
  await draftLine(deps, orderItemId);
  const { components } = await opened(orderItemId);
  expect(components.map(({ component }) => component)).toEqual(["columnGown"]);
});

test("the page has the nest at usual widths and at the tailor's own; narrow cloth needs more", async () => {
  const { orderItemId } = await orderedOf("shirt");
  await draftLine(deps, orderItemId);
  const { widths } = await needOf(orderItemId);
  expect(widths.map(({ widthMm }) => widthMm)).toEqual([900, 1_150, 1_400, 1_500, 1_234]);
  const at = (width: number) => widths.find(({ widthMm }) => widthMm === width)?.lengthMm ?? 0;
  expect(at(900)).toBeGreaterThan(at(1_500));
});

test("a page that is opened again, and the page after its draft, nest nothing that was nested before", async () => {
  const { orderItemId } = await orderedOf("shirt");
  const jobs: NestJob[] = [];
  const listening: typeof deps.patterns = {
    run: (job) => patterns.run(job),
    nest(job) {
      jobs.push(job);
      return patterns.nest(job);
    },
    stop: () => patterns.stop(),
  };
  const heard = { ...deps, patterns: listening };
  await draftLine(heard, orderItemId);
  const { components } = await opened(orderItemId);
  const contents = components.flatMap(({ content }) => content ?? []);
  const needed = async (ownWidthMm: number) =>
    findClothNeed(heard, { orderItemId, contents, ownWidthMm });
  const first = await needed(1_234);
  expect(await needed(1_234)).toEqual(first);
  expect((await needed(1_300)).widths.at(-1)?.widthMm).toBe(1_300);
  expect(jobs.map(({ cloths, quickCloths = [] }) => [cloths.length, quickCloths.length])).toEqual([
    [1, 0],
    [0, 5],
    [0, 1],
  ]);
});

test("cloth with one way is nested in one direction", async () => {
  const { orderItemId } = await orderedOf("shirt", { isOneWay: true });
  const jobs: NestJob[] = [];
  const listening: typeof deps.patterns = {
    ...patterns,
    run: (job) => patterns.run(job),
    nest(job) {
      jobs.push(job);
      return patterns.nest(job);
    },
  };
  await draftLine({ ...deps, patterns: listening }, orderItemId);
  expect(jobs.map(({ cloths: nested }) => nested)).toEqual([[{ widthMm: 1_500, isOneWay: true }]]);
});

test("a tailor's change commits what the changed pattern needs", async () => {
  const { orderItemId } = await orderedOf("shirt");
  await draftLine(deps, orderItemId);
  const before = await committedTo(orderItemId);
  const { actor } = await opened(orderItemId);
  const saved = await savePattern(deps, {
    actor,
    orderItemId,
    component: "shirt",
    version: 1,
    solve: false,
    choose: () => ({ fit: "regular", seamAllowance: 40, options: {} }),
  });
  expect(saved).toMatchObject({ ok: true });
  const after = await committedTo(orderItemId);
  expect(after[0]).toBeGreaterThan(before[0] ?? Infinity);
});

test.each([
  ["the width of the cloth is not entered", "shirt", { widthMm: null }],
  ["a part is wider than the cloth", "shirt", { widthMm: 300 }],
  ["the garment is drafted by hand", "shoes", {}],
] as const)("the length of the terms stays where %s", async (_, garment, cloth) => {
  const { orderItemId } = await orderedOf(garment, cloth);
  await draftLine(deps, orderItemId);
  expect(await committedTo(orderItemId)).toEqual([TERMS_MM]);
});

test("the length of the terms stays while too many drafts are waiting", async () => {
  const { orderItemId } = await orderedOf("shirt");
  const full: typeof deps.patterns = {
    ...patterns,
    run: (job) => patterns.run(job),
    nest: async () => fail({ code: "busy" }),
  };
  expect((await draftLine({ ...deps, patterns: full }, orderItemId)).ok).toBe(true);
  expect(await committedTo(orderItemId)).toEqual([TERMS_MM]);
});

test("the overview has the contract's choices, every part, the cut list and the cloth of the whole line", async () => {
  const { clothId, orderItemId } = await orderedOf("suit");
  await draftLine(deps, orderItemId);
  const { actor, components, options } = await opened(orderItemId);
  const request = {
    actor,
    orderItemId,
    component: "jacket",
    kind: "overview",
    rollMm: 841,
  } as const;
  const written = await writePatternFile(deps, request);
  if (!written.ok) throw new Error(written.error);
  const pages = await readDrawnPages(written.value.bytes);
  const text = pages.flatMap(({ texts }) => texts.map((each) => each.text)).join("\n");
  for (const { choice, group } of options) expect(text).toContain(`${group}: ${choice}`);
  const parts = components.flatMap(({ content }) => content?.parts ?? []);
  expect(parts.length).toBeGreaterThan(20);
  for (const { title } of parts) expect(text).toContain(title);
  expect(text).toContain("Cut list, pants with a fly");
  expect(text).toContain(clothId.slice(0, 8));
  // Once below its part, and again on each of its two copies on the cloth.
  const onCloth = pages.at(-1)?.texts.filter((each) => each.text === "Back") ?? [];
  expect(onCloth.length).toBeGreaterThanOrEqual(2);
});

test("every true sheet says size, cloth and fit, each page of tiles whose it is, and no part has two names", async () => {
  const { clothId, orderItemId } = await orderedOf("suit");
  await draftLine(deps, orderItemId);
  const { actor } = await opened(orderItemId);
  const request = { actor, orderItemId, rollMm: 914 };
  for (const component of ["jacket", "chinos"]) {
    const svg = await writePatternFile(deps, { ...request, component, kind: "svg" });
    if (!svg.ok) throw new Error(svg.error);
    const drawn = svg.value.bytes.toString();
    for (const fact of [
      /Size \w+/,
      /Fit: Regular/,
      new RegExp(`Cloth: [^<]*${clothId.slice(0, 8)}`),
    ]) {
      expect(drawn).toMatch(fact);
    }
    expect(drawn).not.toMatch(/Topsleeve|Undersleeve|Undercollar|Collarstand/);
    if (component === "jacket") continue;
    const tiles = await writePatternFile(deps, { ...request, component, kind: "a4" });
    if (!tiles.ok) throw new Error(tiles.error);
    const [map, ...pages] = await readDrawnPages(tiles.value.bytes);
    expect(map?.texts.map((each) => each.text).join(" ")).toContain("Fit: Regular");
    const orderNumber = tiles.value.fileName.slice("pattern-".length, "pattern-".length + 8);
    for (const { texts } of pages) {
      const foot = texts.map((each) => each.text).find((text) => /column \d+ of/.test(text)) ?? "";
      expect(foot).toContain(orderNumber);
    }
  }
});
