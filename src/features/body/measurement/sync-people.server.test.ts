import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { measuredPerson } from "#tests/support/measurements.ts";
import type { MeasurementProfile } from "./measurement-profile.ts";
import { MEASUREMENT_CONSENT } from "./measurement-profile.ts";
import { deleteProfile, listProfiles } from "./profiles.server.ts";
import { syncPeople } from "./sync-people.server.ts";
import type { SentPeople } from "./sync-people.ts";

const bench = accountSuite();
const AGREED = MEASUREMENT_CONSENT.version;

async function synced(actor: Actor, sent: Partial<SentPeople>) {
  const result = await syncPeople(bench, {
    actor,
    sent: { people: [], known: [], consentVersion: AGREED, ...sent },
  });
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const visitors = (profile: MeasurementProfile) => ({ profile, owner: null, revision: null });

async function stored(actor: Actor): Promise<(MeasurementProfile | null)[]> {
  const people = await listProfiles(bench, { actor });
  if (!people.ok) throw new Error(people.error);
  return people.value.map(({ profile }) => profile);
}

describe("measured people of a device and its account", () => {
  test("a visitor's person moves into the account with consent only", async () => {
    const actor = await bench.customer("asha.sync@example.com");
    const asha = measuredPerson("Asha", { chest: 920 });
    const without = await synced(actor, { people: [visitors(asha)], consentVersion: null });
    expect(without.refused).toEqual([{ id: asha.id, reason: "consent" }]);
    expect(await stored(actor)).toEqual([]);

    const moved = await synced(actor, { people: [visitors(asha)] });
    expect(moved.saved).toEqual([{ id: asha.id, as: asha.id }]);
    expect(moved.hasConsent).toBe(true);
    expect(moved.people).toEqual([{ profile: asha, revision: 1 }]);
    expect(await stored(actor)).toEqual([asha]);
  });

  test("another device gets everybody, and then only what has changed", async () => {
    const actor = await bench.customer("two.devices@example.com");
    const asha = measuredPerson("Asha", { chest: 920 });
    await synced(actor, { people: [visitors(asha)] });
    const first = await synced(actor, { consentVersion: null });
    expect(first.people).toEqual([{ profile: asha, revision: 1 }]);
    const known = [{ id: asha.id, revision: 1 }];
    const second = await synced(actor, { known, consentVersion: null });
    expect(second).toMatchObject({ people: [], ids: [asha.id] });
  });

  test("two devices change the same value: the newest counts, and both readings stay", async () => {
    const actor = await bench.customer("conflict@example.com");
    const asha = measuredPerson("Asha", { chest: 920 });
    await synced(actor, { people: [visitors(asha)] });
    const [reading] = asha.readings.chest ?? [];
    if (!reading) throw new Error("no reading");
    const later = (minutes: number, value: number) => {
      const at = new Date(Date.parse(reading.at) + minutes * 60_000).toISOString();
      const latest = { ...reading, value, at, entered: String(value / 10) };
      return { ...asha, readings: { ...asha.readings, chest: [reading, latest] } };
    };
    const owned = { owner: actor.userId, revision: 1 };
    await synced(actor, { people: [{ ...owned, profile: later(2, 940) }] });
    const merged = await synced(actor, { people: [{ ...owned, profile: later(1, 930) }] });
    expect(merged.people[0]?.profile.readings.chest?.map(({ value }) => value)).toEqual([
      920, 930, 940,
    ]);
  });

  test("a person deleted on one device does not come back from another", async () => {
    const actor = await bench.customer("deleted@example.com");
    const asha = measuredPerson("Asha", { chest: 920 });
    await synced(actor, { people: [visitors(asha)] });
    await deleteProfile(bench, { actor, profileId: asha.id });
    const people = [{ profile: asha, owner: actor.userId, revision: 1 }];
    const refused = await synced(actor, { people });
    expect(refused).toMatchObject({ refused: [{ id: asha.id, reason: "deleted" }], ids: [] });
    expect(await stored(actor)).toEqual([]);
  });

  test("people of another account in a shared browser are neither stored nor shown", async () => {
    const asha = await bench.customer("first.owner@example.com");
    const mary = await bench.customer("second.owner@example.com");
    const profile = measuredPerson("Asha", { chest: 920 });
    await synced(asha, { people: [visitors(profile)] });
    const people = [{ profile, owner: asha.userId, revision: 1 }];
    expect(await synced(mary, { people })).toMatchObject({ saved: [], people: [], ids: [] });
    expect(await stored(mary)).toEqual([]);
  });

  test("an unreadable person stops no other, and a visitor syncs nothing", async () => {
    const actor = await bench.customer("unreadable@example.com");
    const asha = measuredPerson("Asha", { chest: 920 });
    const broken = { profile: { id: newId() }, owner: null, revision: null };
    const result = await synced(actor, { people: [broken, visitors(asha)] });
    expect(result.ids).toEqual([asha.id]);
    const sent = { people: [visitors(asha)], known: [], consentVersion: AGREED };
    expect(await syncPeople(bench, { actor: visitor, sent })).toEqual({
      ok: false,
      error: "forbidden",
    });
  });
});
