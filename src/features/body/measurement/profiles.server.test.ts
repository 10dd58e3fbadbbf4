import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { shipments } from "#db/schema/fulfillment.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementProfiles, measurementReads } from "#db/schema/measurement.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { readableText } from "#tests/support/readable-text.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { MAX_READINGS, mergeProfiles } from "./measurement-profile.ts";
import { listMeasuredPeople, listMyReads, readProfileAsStaff } from "./measurement-reads.server.ts";
import {
  deleteOrderedProfiles,
  deleteProfile,
  getProfile,
  listProfiles,
  moveVisitorProfiles,
  saveProfile,
  setRetention,
} from "./profiles.server.ts";
import { profileColumn, sealPlainProfiles } from "./sealed-profiles.server.ts";

const bench = accountSuite();
const NAME = "Quamina Zephyrine";
const CHEST = 923;

const save = (
  actor: Actor,
  profile: unknown,
  changes: Partial<{ consentVersion: number | null; revision: number | null }> = {},
) => saveProfile(bench, { actor, profile, consentVersion: 1, revision: null, ...changes });

async function saved(actor: Actor, profile: MeasurementProfile, revision: number | null = null) {
  const result = await save(actor, profile, { revision });
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

async function staff(email: string, isAtelier: boolean): Promise<SignedIn> {
  const userId = await createCustomer(bench.db, { email, role: "admin", isAtelier, name: email });
  return { role: "admin", userId, name: email, email };
}

const rows = () => bench.db.select().from(measurementProfiles);
const tableText = async () => {
  const { rows } = await bench.db.execute(sql`select p::text from measurement_profiles p`);
  return readableText(rows);
};

describe("a saved person", () => {
  test("is read back whole, and no column holds a value, a name or a note", async () => {
    const actor = await bench.customer("asha@example.com");
    const at = "2026-11-18T12:00:00.000Z";
    const person = {
      ...measuredPerson(NAME, { chest: CHEST, weight: 70_500 }),
      notes: { value: "left arm longer", at },
      posture: { value: "forward" as const, at },
    };
    const stored = await saved(actor, person);
    expect(stored).toMatchObject({
      id: person.id,
      profile: person,
      revision: 1,
      retention: "keep",
      consentVersion: 1,
      consentAt: bench.clock.now(),
    });
    expect(await getProfile(bench, { actor, profileId: person.id })).toEqual({
      ok: true,
      value: stored,
    });
    const table = await tableText();
    for (const secret of ["Quamina", "left arm", "forward", "chest"]) {
      expect(table).not.toContain(secret);
    }
    expect(findMeasured({ chest: CHEST, weight: 70_500 })(table)).toBe(false);
  });

  test("needs consent: without it, or with that of another version, nothing is stored", async () => {
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    for (const consentVersion of [null, 99]) {
      const refused = await save(actor, person, { consentVersion });
      expect(refused).toEqual({ ok: false, error: { code: "consent_needed" } });
    }
    expect(await rows()).toEqual([]);
    const stored = await saved(actor, person);
    const later = await save(actor, person, { consentVersion: null, revision: stored.revision });
    expect(later).toMatchObject({ ok: true, value: { revision: 1 } });
  });

  test("joins two devices that changed it at once; both get every reading", async () => {
    const actor = await bench.customer("asha@example.com");
    const base = measuredPerson(NAME, { chest: CHEST });
    const { revision } = await saved(actor, base);
    const phone = mergeProfiles(base, measuredPerson(NAME, { waist: 800 }, { id: base.id }));
    const tablet = mergeProfiles(base, measuredPerson(NAME, { seat: 990 }, { id: base.id }));
    await Promise.all([saved(actor, phone, revision), saved(actor, tablet, revision)]);
    const found = await getProfile(bench, { actor, profileId: base.id });
    expect(found).toMatchObject({
      ok: true,
      value: { revision: 3, profile: mergeProfiles(phone, tablet) },
    });
  });

  test("created on two devices at once is one person with the readings of both", async () => {
    const actor = await bench.customer("asha@example.com");
    const one = measuredPerson(NAME, { chest: CHEST });
    const two = measuredPerson(NAME, { waist: 800 }, { id: one.id });
    await Promise.all([saved(actor, one), saved(actor, two)]);
    const found = await listProfiles(bench, { actor });
    expect(found).toMatchObject({ ok: true, value: [{ profile: mergeProfiles(one, two) }] });
  });

  test("loses no reading in any order of saves, and a repeated save changes nothing", async () => {
    const actor = await bench.customer("asha@example.com");
    const versions = fc.array(
      fc.dictionary(
        fc.constantFrom("chest" as const, "waist" as const, "seat" as const),
        fc.integer({ min: 500, max: 2_000 }),
        { minKeys: 1 },
      ),
      { minLength: 2, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(versions, async (values) => {
        const id = newId();
        const people = values.map((each) => measuredPerson(NAME, each, { id }));
        for (const person of people) await saved(actor, person);
        const [first = measuredPerson(NAME)] = people;
        const whole = people.reduce(mergeProfiles, first);
        const again = await saved(actor, whole);
        expect(again.profile).toEqual(mergeProfiles(whole, whole));
        expect((await saved(actor, first)).revision).toBe(again.revision);
        await deleteProfile(bench, { actor, profileId: id });
      }),
      { numRuns: 15 },
    );
  });

  test("is refused with a reason when it is not whole, and with one reading too many", async () => {
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    const [reading] = person.readings.chest ?? [];
    const bad: unknown[] = [
      null,
      "x",
      { ...person, id: "1" },
      { ...person, readings: { elbow: [] } },
      { ...person, label: { value: " \u0000 ", at: "2026-11-18T12:00:00Z" } },
      { ...person, readings: { chest: [{ ...reading, value: 92.5 }] } },
      { ...person, readings: { chest: [{ ...reading, value: -1 }] } },
    ];
    for (const profile of bad) {
      expect(await save(actor, profile)).toMatchObject({ ok: false, error: { code: "invalid" } });
    }
    expect(await rows()).toEqual([]);
    const many = (from: number) => ({
      ...person,
      readings: {
        chest: Array.from({ length: MAX_READINGS }, (_, index) => ({
          value: from + index,
          entered: "",
          unit: "cm" as const,
          source: "self" as const,
          at: "2026-11-18T12:00:00.000Z",
          confirmed: false,
        })),
      },
    });
    await saved(actor, many(500));
    const over = await save(actor, many(1_000));
    expect(over).toMatchObject({ ok: false, error: { code: "too_many" } });
    expect(await getProfile(bench, { actor, profileId: person.id })).toMatchObject({
      value: { revision: 1 },
    });
  });

  test("that another device deleted does not come back, unless it is saved as a new one", async () => {
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    const { revision } = await saved(actor, person);
    await deleteProfile(bench, { actor, profileId: person.id });
    await deleteProfile(bench, { actor, profileId: person.id });
    const late = await save(actor, person, { revision });
    expect(late).toEqual({ ok: false, error: { code: "deleted" } });
    expect(await rows()).toEqual([]);
  });

  test("stays or goes after the order, as the customer chooses", async () => {
    const actor = await bench.customer("asha@example.com");
    const { id: profileId, updatedAt } = await saved(actor, measuredPerson(NAME));
    bench.clock.set("2026-11-21T12:00:00Z");
    expect(await setRetention(bench, { actor, profileId, retention: "after_order" })).toMatchObject(
      {
        ok: true,
      },
    );
    const found = await getProfile(bench, { actor, profileId });
    expect(found).toMatchObject({ value: { retention: "after_order", updatedAt } });
    const unknown = await setRetention(bench, { actor, profileId: "x", retention: "keep" });
    expect(unknown).toEqual({ ok: false, error: "not_found" });
  });
});

test("only people who chose it are deleted after their order, once everything made to measure is delivered", async () => {
  const { db } = bench;
  const before = new Date("2026-11-20T12:00:00Z");
  const shippedAt = new Date("2026-11-10T12:00:00Z");
  const account = async (email: string, deliveries: (Date | null)[], retention = "after_order") => {
    const { userId } = await bench.customer(email);
    const id = await addMeasuredPerson(db, userId, measuredPerson(email));
    await db
      .update(measurementProfiles)
      .set({ retention: retention as "keep", createdAt: new Date("2026-11-01T12:00:00Z") })
      .where(eq(measurementProfiles.id, id));
    for (const deliveredAt of deliveries) {
      const orderId = await createOrder(db, {
        userId,
        status: "completed",
        createdAt: new Date("2026-11-02T12:00:00Z"),
        lines: [{ productName: "Suit", size: "Custom", madeToMeasure: true }],
      });
      await db.insert(shipments).values({ orderId, carrier: "DHL", shippedAt, deliveredAt });
    }
    return id;
  };
  const done = await account("done@example.com", [new Date("2026-11-12T12:00:00Z")]);
  await account("keeps@example.com", [new Date("2026-11-12T12:00:00Z")], "keep");
  await account("recent@example.com", [new Date("2026-11-20T12:00:01Z")]);
  await account("on-the-way@example.com", [new Date("2026-11-12T12:00:00Z"), null]);
  await account("no-order@example.com", []);
  expect(await deleteOrderedProfiles(db, { before, limit: 10 })).toBe(1);
  const left = (await rows()).map(({ id }) => id);
  expect(left).toHaveLength(4);
  expect(left).not.toContain(done);
  expect(await deleteOrderedProfiles(db, { before, limit: 10 })).toBe(0);
});

describe("a visitor's people", () => {
  test("move into the account at sign-in, merged by id, as often as the browser sends them", async () => {
    const actor = await bench.customer("asha@example.com");
    const stored = measuredPerson(NAME, { chest: CHEST });
    await saved(actor, stored);
    const known = measuredPerson(NAME, { waist: 800 }, { id: stored.id });
    const people = [known, measuredPerson("Mother", { seat: 990 })];
    const move = () => moveVisitorProfiles(bench, { actor, profiles: people, consentVersion: 1 });
    for (const result of [await move(), await move()]) {
      expect(result).toMatchObject({ ok: true, value: { refused: [] } });
      expect(result.ok && result.value.moved.map(({ id }) => id)).toEqual(
        people.map(({ id }) => id),
      );
    }
    const found = await listProfiles(bench, { actor });
    expect(found).toMatchObject({
      value: [{ profile: mergeProfiles(stored, known) }, { profile: people[1] }],
    });
  });

  test("of a shared browser reach the second account under an id of its own, and the first one is not changed", async () => {
    const asha = await bench.customer("a@example.com");
    const bibi = await bench.customer("b@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    await saved(asha, person);
    const other = measuredPerson("Bibi", { chest: 999 }, { id: person.id });
    const move = () =>
      moveVisitorProfiles(bench, { actor: bibi, profiles: [other], consentVersion: 1 });
    await move();
    await move();
    expect(await listProfiles(bench, { actor: asha })).toMatchObject({
      value: [{ profile: person, revision: 1 }],
    });
    const found = await listProfiles(bench, { actor: bibi });
    expect(found).toMatchObject({ value: [{ profile: { readings: other.readings } }] });
    expect(found.ok && found.value).toHaveLength(1);
    expect(found.ok && found.value[0]?.id).not.toBe(person.id);
  });

  test("stay with the browser, each with its reason, when they are refused", async () => {
    const actor = await bench.customer("asha@example.com");
    const good = measuredPerson(NAME, { chest: CHEST });
    const bad = { ...good, id: "no id" };
    const moved = await moveVisitorProfiles(bench, {
      actor,
      profiles: [bad, good],
      consentVersion: 1,
    });
    expect(moved).toMatchObject({
      value: { moved: [{ id: good.id }], refused: [{ id: null, error: { code: "invalid" } }] },
    });
    const without = { actor, profiles: [measuredPerson("X")], consentVersion: null };
    expect(await moveVisitorProfiles(bench, without)).toMatchObject({
      value: { moved: [], refused: [{ error: { code: "consent_needed" } }] },
    });
  });
});

describe("who may open a customer's measurements", () => {
  const people = async () => {
    const owner = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    await saved(owner, person);
    return {
      owner,
      person,
      profileId: person.id,
      other: await bench.customer("bibi@example.com"),
      admin: await staff("admin@example.com", false),
      atelier: await staff("rosa@example.com", true),
    };
  };

  test("the owner and the atelier, and nobody else in any way", async () => {
    const { admin, atelier, other, owner, person, profileId } = await people();
    const table: [Actor, "own" | "staff" | null][] = [
      [visitor, null],
      [other, null],
      [admin, null],

      [atelier, "staff"],
      [owner, "own"],
    ];
    for (const [actor, way] of table) {
      const asOwner = await getProfile(bench, { actor, profileId });
      expect(asOwner.ok).toBe(way === "own");
      const listed = await listProfiles(bench, { actor });
      expect(listed.ok ? listed.value.length : 0).toBe(way === "own" ? 1 : 0);
      const asStaff = await readProfileAsStaff(bench, { actor, profileId, purpose: "Suit" });
      expect(asStaff).toEqual(
        way === "staff" ? { ok: true, value: person } : { ok: false, error: "forbidden" },
      );
      if (way === "own") continue;
      const overwrite = { ...person, label: { value: "Mine", at: "2026-11-20T12:00:00Z" } };
      expect((await save(actor, overwrite)).ok).toBe(false);
      await deleteProfile(bench, { actor, profileId });
      expect((await setRetention(bench, { actor, profileId, retention: "after_order" })).ok).toBe(
        false,
      );
    }
    expect(await getProfile(bench, { actor: owner, profileId })).toMatchObject({
      value: { profile: person, revision: 1, retention: "keep" },
    });
  });

  test("a plain admin sees that somebody is measured, without name and values", async () => {
    const { admin, other, owner, profileId } = await people();
    const listed = await listMeasuredPeople(bench.db, { actor: admin, userId: owner.userId });
    expect(listed).toEqual({ ok: true, value: [{ id: profileId, updatedAt: bench.clock.now() }] });
    for (const actor of [visitor, other, owner]) {
      const refused = await listMeasuredPeople(bench.db, { actor, userId: owner.userId });
      expect(refused).toEqual({ ok: false, error: "forbidden" });
    }
  });

  test("every reading by the atelier is listed for the customer, and refused ones are not", async () => {
    const { admin, atelier, other, owner, profileId } = await people();
    const open = (actor: Actor, purpose: string) =>
      readProfileAsStaff(bench, { actor, profileId, purpose });
    expect(await open(atelier, " \n ")).toEqual({ ok: false, error: "purpose_missing" });
    await open(admin, "Curious");
    const missing = { actor: atelier, profileId: newId(), purpose: "Suit" };
    expect(await readProfileAsStaff(bench, missing)).toEqual({ ok: false, error: "not_found" });
    expect(await listMyReads(bench.db, { actor: owner })).toEqual({ ok: true, value: [] });
    await open(atelier, "Order 4F2A: cutting the suit");
    const entry = {
      subject: "profile",
      subjectId: profileId,
      productName: null,
      staffName: "rosa@example.com",
      purpose: "Order 4F2A: cutting the suit",
      readAt: bench.clock.now(),
    };
    expect(await listMyReads(bench.db, { actor: owner })).toEqual({ ok: true, value: [entry] });
    expect(await listMyReads(bench.db, { actor: other })).toEqual({ ok: true, value: [] });
    expect((await listMyReads(bench.db, { actor: visitor })).ok).toBe(false);
    await deleteProfile(bench, { actor: owner, profileId });
    expect(await listMyReads(bench.db, { actor: owner })).toMatchObject({ value: [entry] });
  });

  test("nothing is read when the entry cannot be written", async () => {
    const { atelier, profileId } = await people();
    await bench.db.execute(
      sql`alter table measurement_reads add constraint full_disk check (purpose = '')`,
    );
    await expect(
      readProfileAsStaff(bench, { actor: atelier, profileId, purpose: "Suit" }),
    ).rejects.toThrow();
    expect(await bench.db.select().from(measurementReads)).toEqual([]);
  });

  test("the permission ends at once when it is withdrawn, and only staff can have it", async () => {
    const { atelier, other, profileId } = await people();
    await bench.db
      .update(profiles)
      .set({ isAtelier: false })
      .where(eq(profiles.id, atelier.userId));
    const open = await readProfileAsStaff(bench, { actor: atelier, profileId, purpose: "Suit" });
    expect(open).toEqual({ ok: false, error: "forbidden" });
    await expect(
      bench.db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, other.userId)),
    ).rejects.toThrow();
  });
});

describe("the sealing", () => {
  const keys = { old: "o".repeat(40), now: "n".repeat(40) };
  const boxOf = (current: string, former: string[] = []) =>
    createMeasurementBox({ current, former });

  test("rotates: a former key opens, the start seals anew, and then the former key is not needed", async () => {
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    const old = { db: bench.db, clock: bench.clock, measurementBox: boxOf(keys.old) };
    await saveProfile(old, { actor, profile: person, consentVersion: 1, revision: null });
    const both = { ...old, measurementBox: boxOf(keys.now, [keys.old]) };
    const read = (deps: typeof old) => getProfile(deps, { actor, profileId: person.id });
    const before = await read(both);
    expect(before).toMatchObject({ value: { profile: person } });
    const resealing = { ...both, ownerUrl: "" };
    expect(await profileColumn.reseal(resealing)).toEqual({ resealed: 1, unreadable: 0 });
    expect(await profileColumn.reseal(resealing)).toEqual({ resealed: 0, unreadable: 0 });
    expect(await read({ ...old, measurementBox: boxOf(keys.now) })).toEqual(before);
    expect(await read(old)).toMatchObject({ value: { profile: null } });
  });

  test("without its key stays as it is: it is counted, not shown and not overwritten", async () => {
    const actor = await bench.customer("asha@example.com");
    const person = measuredPerson(NAME, { chest: CHEST });
    await saved(actor, person);
    const [before] = await rows();
    const lost = { db: bench.db, clock: bench.clock, measurementBox: boxOf(keys.now) };
    const resealing = { ...lost, ownerUrl: "" };
    expect(await profileColumn.reseal(resealing)).toEqual({ resealed: 0, unreadable: 1 });
    const save = { actor, profile: person, consentVersion: 1, revision: 1 };
    expect(await saveProfile(lost, save)).toEqual({ ok: false, error: { code: "unreadable" } });
    const atelier = await staff("rosa@example.com", true);
    const read = { actor: atelier, profileId: person.id, purpose: "Suit" };
    expect(await readProfileAsStaff(lost, read)).toEqual({ ok: false, error: "unreadable" });
    expect(await rows()).toEqual([before]);
  });

  test("belongs to one account: a row moved by hand opens for nobody", async () => {
    const asha = await bench.customer("a@example.com");
    const bibi = await bench.customer("b@example.com");
    const { id: profileId } = await saved(asha, measuredPerson(NAME, { chest: CHEST }));
    await bench.db.update(measurementProfiles).set({ userId: bibi.userId });
    expect(await getProfile(bench, { actor: bibi, profileId })).toMatchObject({
      value: { profile: null },
    });
  });

  test("takes over the rows of earlier versions with every value, and empties the plain columns", async () => {
    const { userId, ...rest } = await bench.customer("asha@example.com");
    const actor = { ...rest, userId } as SignedIn;
    const updatedAt = new Date("2026-10-01T08:00:00Z");
    await bench.db.insert(measurementProfiles).values({
      userId,
      plainLabel: NAME,
      updatedAt,
      consentAt: updatedAt,
      plainMeasures: { chest: CHEST, shoulderSlope: 20, calf: 380 },
    });
    expect(await sealPlainProfiles(bench)).toBe(1);
    expect(await sealPlainProfiles(bench)).toBe(0);
    expect(await listProfiles(bench, { actor })).toMatchObject({
      value: [
        {
          updatedAt,
          revision: 1,
          profile: {
            label: { value: NAME },
            notes: { value: "calf: 380" },
            readings: {
              chest: [{ value: CHEST, entered: "92.3", at: "2026-10-01T08:00:00.000Z" }],
              shoulderSlope: [{ value: 20, entered: "20" }],
            },
          },
        },
      ],
    });
    expect(await tableText()).not.toMatch(/Quamina|923|380/);
  });
});
