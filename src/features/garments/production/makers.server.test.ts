import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { listMakerChoices } from "#features/garments/production/board-queries.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { commandOn, createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { changeGarment } from "./change-garment.server.ts";
import type { MakerInput } from "./maker-input.ts";
import { makerSchema, parseHours } from "./maker-input.ts";
import {
  addAbsence,
  archiveMaker,
  createMaker,
  findMaker,
  listMakers,
  removeAbsence,
  updateMaker,
} from "./makers.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const clock = fixedClock("2026-11-20T14:00:00Z");
const settled: ContentChange[] = [];
const content = { settle: async (change: ContentChange) => void settled.push(change) };
const owner = await staffMember(db, true);
const WEEK = [480, 480, 480, 480, 450, 0, 0];
const input = (changes: Partial<MakerInput> = {}): MakerInput => ({
  name: "Savi",
  publicName: "",
  about: "",
  isNewDawn: true,
  week: WEEK,
  mediaId: undefined,
  ...changes,
});

async function aMaker(changes: Partial<MakerInput> = {}): Promise<string> {
  const created = await createMaker({ db }, { actor: owner, maker: input(changes) });
  if (!created.ok) throw new Error(created.error);
  return created.value.id;
}

describe("a maker", () => {
  test("is added with hours of work, and both the change and its author are in the activity log", async () => {
    const id = await aMaker({ name: "Oneida" });
    const found = await findMaker(db, { actor: owner, id });
    expect(found).toMatchObject({
      value: { name: "Oneida", weekMinutes: WEEK, isArchived: false },
    });
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entry).toMatchObject({ subject: "maker", action: "created", actorName: owner.name });
  });

  test("has as many garments in work as were given to the maker and neither shipped nor were cancelled", async () => {
    const id = await aMaker({ name: "Devi" });
    const other = await aMaker({ name: "Nobody's" });
    for (const stage of ["sewn", "shipped", "cancelled", "received"] as const) {
      const { garments: rows } = await createGarmentOrder(db);
      await db
        .update(garments)
        .set({ makerId: id, stage })
        .where(eq(garments.id, rows[0]?.id ?? ""));
    }
    const list = await listMakers(db, { actor: owner });
    const counts = new Map(list.ok ? list.value.map((each) => [each.id, each.garments]) : []);
    expect([counts.get(id), counts.get(other)]).toEqual([2, 0]);
    expect(await findMaker(db, { actor: owner, id })).toMatchObject({ value: { garments: 2 } });
  });

  test("who is archived stays with the garments made and is given no others, until the maker is brought back", async () => {
    const id = await aMaker({ name: "Marcus" });
    const { garments: rows } = await createGarmentOrder(db);
    const deps = { db, clock } as unknown as Parameters<typeof changeGarment>[0];
    const assign = async () => {
      const rough = { kind: "assign", makerId: id } as const;
      const command = await commandOn(db, rows[0]?.id ?? "", rough);
      return changeGarment(deps, { actor: owner, command });
    };
    const archive = (isArchived: boolean, version: number) =>
      archiveMaker({ db, clock, content }, { actor: owner, id, version, isArchived });
    expect((await archive(true, 1)).ok).toBe(true);
    expect(await assign()).toMatchObject({ error: { code: "no_such_maker" } });
    expect((await listMakerChoices(db)).some((each) => each.id === id)).toBe(false);
    expect((await archive(false, 2)).ok).toBe(true);
    expect((await assign()).ok).toBe(true);
  });

  test("who gets another public name is waited for until no page shows the one before; hours change no page", async () => {
    const id = await aMaker({ publicName: "Sita" });
    settled.length = 0;
    const save = (version: number, maker: MakerInput) =>
      updateMaker({ db, content }, { actor: owner, id, version, maker });
    expect((await save(1, input({ publicName: "Sita P." }))).ok).toBe(true);
    expect(settled.map(({ tags }) => tags)).toEqual([["impact"]]);
    const shorter = input({ publicName: "Sita P.", week: [240, 240, 240, 240, 240, 0, 0] });
    expect((await save(2, shorter)).ok).toBe(true);
    expect(settled).toHaveLength(1);
  });

  test("whom somebody else saved meanwhile is not overwritten", async () => {
    const id = await aMaker();
    const save = (name: string) =>
      updateMaker({ db, content }, { actor: owner, id, version: 1, maker: input({ name }) });
    expect((await save("First")).ok).toBe(true);
    expect(await save("Second")).toEqual({ ok: false, error: "conflict" });
    const [row] = await db.select().from(makers).where(eq(makers.id, id));
    expect(row).toMatchObject({ name: "First", version: 2 });
  });

  test("has absences by day, which only the maker they belong to loses", async () => {
    const id = await aMaker();
    const other = await aMaker();
    const absence = { fromDay: "2026-12-24", untilDay: "2026-12-27", reason: "Christmas" };
    await addAbsence({ db }, { actor: owner, makerId: id, absence });
    const found = await findMaker(db, { actor: owner, id });
    const [own] = found.ok ? found.value.absences : [];
    expect(own).toMatchObject(absence);
    const remove = (makerId: string) =>
      removeAbsence({ db }, { actor: owner, makerId, absenceId: own?.id ?? "" });
    await remove(other);
    expect(await findMaker(db, { actor: owner, id })).toMatchObject({ value: { absences: [own] } });
    await remove(id);
    expect(await findMaker(db, { actor: owner, id })).toMatchObject({ value: { absences: [] } });
  });

  test("is read and changed by staff alone", async () => {
    const refused = { ok: false, error: "forbidden" };
    const id = await aMaker();
    const change = { actor: visitor, id, version: 1 };
    expect(await listMakers(db, { actor: visitor })).toEqual(refused);
    expect(await findMaker(db, change)).toEqual(refused);
    expect(await createMaker({ db }, { actor: visitor, maker: input() })).toEqual(refused);
    expect(await updateMaker({ db, content }, { ...change, maker: input() })).toEqual(refused);
    expect(await archiveMaker({ db, clock, content }, { ...change, isArchived: true })).toEqual(
      refused,
    );
    expect(await findMaker(db, { actor: owner, id: newId() })).toMatchObject({
      error: "not_found",
    });
  });
});

test("hours are read with a decimal point or comma, and never more than a day has", () => {
  expect(["8", "7.5", "7,25", "0"].map(parseHours)).toEqual([480, 450, 435, 0]);
  expect(["", "25", "-1", "8h", "1e1"].map(parseHours)).toEqual([null, null, null, null, null]);
  const hours = ["8", "8", "8", "8", "nine", "0", "0"];
  const read = makerSchema.safeParse({ name: " Savi ", week: hours });
  expect(read.error?.issues[0]?.message).toBe("Please enter hours up to 24, such as 7.5.");
});
