import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { MEASUREMENT_CONSENT } from "#features/body/measurement/measurement-profile.ts";
import { deleteProfile, listProfiles } from "#features/body/measurement/profiles.server.ts";
import { syncPeople } from "#features/body/measurement/sync-people.server.ts";
import { exportAccount } from "#features/office/customers/export-account.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { DRESS_BODY } from "#tests/support/browser/measured-person.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { confirmedPerson, measuredPerson } from "#tests/support/measurements.ts";
import { inSession } from "#tests/support/sessions.ts";
import { withdrawLink } from "./change-sent-links.server.ts";
import {
  deleteByLink,
  deleteUnsharedMeasurements,
  finishByLink,
  openLink,
  saveByLink,
  shareWithSender,
  startMeasuring,
  stopSharing,
} from "./measure-by-link.server.ts";
import {
  LINK_CONSENT,
  LINK_DAYS,
  MAX_LINKS,
  SHARE_CONSENT,
  UNSHARED_DAYS,
} from "./measurement-link.ts";
import { linkProfileColumn, linkTokenColumn } from "./sealed-links.server.ts";
import { createGroup, createLink, listSentGroups } from "./sent-links.server.ts";

const bench = accountSuite();
const CHEST = 92_317;
/** An unlikely value, so that it is found wherever it leaks. */
const measured = (id: string) => measuredPerson("Bibi", { chest: CHEST, weight: 61_239 }, { id });
/** Everything that a dress needs, also with the unlikely values. */
const measuredWhole = (id: string) =>
  confirmedPerson(
    "Bibi",
    { ...DRESS_BODY, chest: CHEST, weight: 61_239 },
    { id, at: "2026-11-19T12:00:00.000Z" },
  );
const saysNumber = findMeasured({ chest: CHEST, weight: 61_239 });

async function addLink(actor: SignedIn, personName = "Bibi") {
  const submitted = { name: "Wedding of Asha", garment: "dress" };
  const group = await createGroup(bench, { actor, submitted });
  if (!group.ok) throw new Error(group.error);
  const link = await createLink(bench, { actor, groupId: group.value, submitted: { personName } });
  if (!link.ok) throw new Error(link.error);
  const token = link.value.path.split("/").at(-1) ?? "";
  return { groupId: group.value, id: link.value.id, token };
}

async function start(token: string): Promise<string> {
  const started = await startMeasuring(bench, { token, consentVersion: LINK_CONSENT.version });
  if (!started.ok) throw new Error(started.error);
  return started.value.code;
}

async function measure(actor: SignedIn) {
  const link = await addLink(actor);
  const code = await start(link.token);
  const own = { token: link.token, code };
  expect((await saveByLink(bench, { ...own, profile: measured(link.id) })).ok).toBe(true);
  return { ...link, ...own, own };
}

async function done(actor: SignedIn) {
  const link = await measure(actor);
  expect((await saveByLink(bench, { ...link.own, profile: measuredWhole(link.id) })).ok).toBe(true);
  expect(await finishByLink(bench, link.own)).toEqual({ ok: true, value: { isDone: true } });
  return link;
}

const share = (own: { token: string; code: string }) =>
  shareWithSender(bench, { ...own, consentVersion: SHARE_CONSENT.version });

/** All that the sender's account can read. */
async function senderReads(actor: SignedIn): Promise<string> {
  return JSON.stringify([
    await listSentGroups(bench, { actor }),
    await listProfiles(bench, { actor }),
    await exportAccount(bench, { actor: await inSession(bench.db, actor, bench.clock.now()) }),
  ]);
}

const stateOf = async (actor: SignedIn) => {
  const groups = await listSentGroups(bench, { actor });
  return groups.ok ? groups.value[0]?.links[0]?.state : groups.error;
};

test("the sender sees each step and never a number, until the person shares", async () => {
  const actor = await bench.customer("asha@example.com");
  const { id, token } = await addLink(actor);
  expect(await stateOf(actor)).toBe("not_opened");
  const own = { token, code: await start(token) };
  expect(await stateOf(actor)).toBe("measuring");
  await saveByLink(bench, { ...own, profile: measured(id) });
  expect(saysNumber(await senderReads(actor))).toBe(false);
  expect(await share(own)).toEqual({ ok: false, error: "not_measured" });
  await saveByLink(bench, { ...own, profile: measuredWhole(id) });
  await finishByLink(bench, own);
  expect(await stateOf(actor)).toBe("done");
  expect(saysNumber(await senderReads(actor))).toBe(false);
  expect(await share(own)).toEqual({ ok: true, value: null });
  expect(await share(own)).toEqual({ ok: true, value: null });
  expect(await stateOf(actor)).toBe("shared");
  const people = await listProfiles(bench, { actor });
  const [copy, ...others] = people.ok ? people.value : [];
  expect(others).toEqual([]);
  expect(copy?.profile?.readings.chest?.at(-1)).toMatchObject({ value: CHEST, source: "link" });
});

test("who stops before everything is measured is not done, and is once the rest is there", async () => {
  const actor = await bench.customer("asha@example.com");
  const { id, own } = await measure(actor);
  expect(await finishByLink(bench, own)).toEqual({ ok: true, value: { isDone: false } });
  expect(await stateOf(actor)).toBe("measuring");
  expect(await share(own)).toEqual({ ok: false, error: "not_measured" });
  await saveByLink(bench, { ...own, profile: measuredWhole(id) });
  expect(await finishByLink(bench, own)).toEqual({ ok: true, value: { isDone: true } });
  expect(await stateOf(actor)).toBe("done");
});

test("a correction after sharing reaches the sender's copy, and brings none back that the sender deleted", async () => {
  const actor = await bench.customer("asha@example.com");
  const { id, own } = await done(actor);
  await share(own);
  const corrected = (chest: number, at: string) => measuredPerson("Bibi", { chest }, { id, at });
  const chests = async () => {
    const people = await listProfiles(bench, { actor });
    return people.ok
      ? people.value.map(({ profile }) => profile?.readings.chest?.at(-1)?.value)
      : [];
  };
  expect(
    (await saveByLink(bench, { ...own, profile: corrected(940, "2027-01-05T10:00:00.000Z") })).ok,
  ).toBe(true);
  expect(await chests()).toEqual([940]);
  expect(await stateOf(actor)).toBe("shared");
  await deleteProfile(bench, { actor, profileId: id });
  expect(
    (await saveByLink(bench, { ...own, profile: corrected(950, "2027-01-06T10:00:00.000Z") })).ok,
  ).toBe(true);
  expect(await chests()).toEqual([]);
  const opened = await openLink(bench, own);
  expect(opened.ok && opened.value.profile?.readings.chest?.at(-1)?.value).toBe(950);
});

test("a shared copy brings no consent of the sender, whose own people still need it", async () => {
  const actor = await bench.customer("asha@example.com");
  await share((await done(actor)).own);
  const own = measuredPerson("Asha", { chest: 920 });
  const sync = (consentVersion: number | null) =>
    syncPeople(bench, {
      actor,
      sent: {
        people: [{ profile: own, owner: null, revision: null }],
        known: [],
        consentVersion,
      },
    });
  expect(await sync(null)).toMatchObject({
    value: { hasConsent: false, refused: [{ id: own.id, reason: "consent" }] },
  });
  expect(await sync(MEASUREMENT_CONSENT.version)).toMatchObject({
    value: { hasConsent: true, refused: [] },
  });
});

test("the link without the person's code reads nothing, so the sender who has it reads nothing", async () => {
  const actor = await bench.customer("asha@example.com");
  const { own, token } = await done(actor);
  for (const code of [null, "", "ABCDEFGHJK"]) {
    const opened = await openLink(bench, { token, code });
    expect(opened).toMatchObject({ ok: true, value: { isOwn: false, profile: null } });
    expect(saysNumber(JSON.stringify(opened))).toBe(false);
  }
  const again = await startMeasuring(bench, { token, consentVersion: LINK_CONSENT.version });
  expect(again).toEqual({ ok: false, error: "started" });
  const wrong = { token, code: "ABCDEFGHJK" };
  expect(await share(wrong)).toEqual({ ok: false, error: "not_found" });
  for (const step of [finishByLink, stopSharing, deleteByLink]) {
    expect(await step(bench, wrong)).toEqual({ ok: false, error: "not_found" });
  }
  const onOtherDevice = own.code.toLowerCase().replace(/(.{5})/, "$1 ");
  const opened = await openLink(bench, { token, code: onOtherDevice });
  expect(opened).toMatchObject({ ok: true, value: { isOwn: true } });
  expect(opened.ok && opened.value.profile?.readings.chest?.[0]?.value).toBe(CHEST);
});

test("ten wrong codes within an hour are the most, and the right one still opens", async () => {
  const actor = await bench.customer("asha@example.com");
  const { own, token } = await measure(actor);
  const guess = () => openLink(bench, { token, code: "ABCDEFGHJK" });
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).ok).toBe(true);
  expect(await guess()).toEqual({ ok: false, error: "too_many_attempts" });
  expect(await openLink(bench, own)).toMatchObject({ ok: true, value: { isOwn: true } });
});

test("nothing is stored without the person's consent, and the tables hold no token, code or number", async () => {
  const actor = await bench.customer("asha@example.com");
  const { id, token } = await addLink(actor);
  const profile = measured(id);
  expect(await startMeasuring(bench, { token, consentVersion: 0 })).toEqual({
    ok: false,
    error: "consent_needed",
  });
  expect((await saveByLink(bench, { token, code: "", profile })).ok).toBe(false);
  const code = await start(token);
  await saveByLink(bench, { token, code, profile });
  const { rows } = await bench.db.execute(sql`select l::text from measurement_links l`);
  const text = JSON.stringify(rows);
  expect(rows).toHaveLength(1);
  for (const secret of [token, code]) expect(text).not.toContain(secret);
  expect(saysNumber(text)).toBe(false);
});

test("two devices of the person join what they have, and another person's measurements are refused", async () => {
  const actor = await bench.customer("asha@example.com");
  const { id, own } = await measure(actor);
  const other = measuredPerson("Bibi", { neck: 350 }, { id });
  const saved = await saveByLink(bench, { ...own, profile: other });
  expect(saved.ok && Object.keys(saved.value.readings).toSorted()).toEqual([
    "chest",
    "neck",
    "weight",
  ]);
  const foreign = measuredPerson("Rosa", { neck: 350 });
  expect(await saveByLink(bench, { ...own, profile: foreign })).toEqual({
    ok: false,
    error: "invalid",
  });
});

describe("a link that has ended", () => {
  test("withdrawn: what was measured is gone, and nobody opens it", async () => {
    const actor = await bench.customer("asha@example.com");
    const { id, own } = await done(actor);
    expect(await withdrawLink(bench, { actor, linkId: id })).toEqual({ ok: true, value: null });
    expect(await openLink(bench, own)).toMatchObject({
      ok: true,
      value: { state: "withdrawn", profile: null },
    });
    expect(await share(own)).toEqual({ ok: false, error: "ended" });
    const [row] = await bench.db.select().from(measurementLinks);
    expect(row).toMatchObject({ sealed: null, codeHash: null });
  });

  test("expired: nothing more is saved, and the nightly run deletes what was measured", async () => {
    const actor = await bench.customer("asha@example.com");
    const { id, own } = await measure(actor);
    bench.clock.advance(LINK_DAYS * DAY_MS - 1);
    const remove = () =>
      deleteUnsharedMeasurements(bench.db, { now: bench.clock.now(), limit: 10 });
    expect(await remove()).toBe(0);
    bench.clock.advance(2);
    expect(await saveByLink(bench, { ...own, profile: measured(id) })).toEqual({
      ok: false,
      error: "ended",
    });
    expect([await remove(), await remove()]).toEqual([1, 0]);
    expect(await stateOf(actor)).toBe("expired");
  });

  test("done: deleted after its period, while a shared copy stays until its person deletes it", async () => {
    const actor = await bench.customer("asha@example.com");
    const first = await done(actor);
    const second = await done(actor);
    await share(second.own);
    bench.clock.advance(UNSHARED_DAYS * DAY_MS + 1);
    const now = bench.clock.now();
    expect(await deleteUnsharedMeasurements(bench.db, { now, limit: 10 })).toBe(2);
    expect(await openLink(bench, first.own)).toMatchObject({ value: { state: "deleted" } });
    const people = await listProfiles(bench, { actor });
    expect(people.ok && people.value.map(({ id }) => id)).toEqual([second.id]);
    expect(await deleteByLink(bench, second.own)).toEqual({ ok: true, value: null });
    expect(await listProfiles(bench, { actor })).toEqual({ ok: true, value: [] });
    expect(await openLink(bench, second.own)).toMatchObject({ value: { state: "deleted" } });
  });
});

test("another account neither sees, extends nor withdraws a group; a visitor has none", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId, id } = await done(actor);
  const other = await bench.customer("bibi@example.com");
  expect(await listSentGroups(bench, { actor: other })).toEqual({ ok: true, value: [] });
  expect(await withdrawLink(bench, { actor: other, linkId: id })).toEqual({
    ok: false,
    error: "not_found",
  });
  const submitted = { personName: "Rosa" };
  expect(await createLink(bench, { actor: other, groupId, submitted })).toEqual({
    ok: false,
    error: "not_found",
  });
  expect(await listSentGroups(bench, { actor: visitor })).toEqual({
    ok: false,
    error: "forbidden",
  });
  expect(await openLink(bench, { token: "unknown", code: null })).toEqual({
    ok: false,
    error: "not_found",
  });
});

test("a group has at most its number of people, also when they are added at once", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId } = await addLink(actor);
  const submitted = { personName: "Rosa" };
  const added = await Promise.all(
    Array.from({ length: MAX_LINKS }, () => createLink(bench, { actor, groupId, submitted })),
  );
  expect(added.filter(({ ok }) => ok)).toHaveLength(MAX_LINKS - 1);
  expect(await bench.db.$count(measurementLinks)).toBe(MAX_LINKS);
});

test("a rotated key opens tokens and measurements without the former one", async () => {
  const actor = await bench.customer("asha@example.com");
  const { own } = await measure(actor);
  const keys = { current: "n".repeat(40), former: ["m".repeat(40)] };
  const { clock, db } = bench;
  const both = { db, measurementBox: createMeasurementBox(keys), ownerUrl: "" };
  for (const column of [linkTokenColumn, linkProfileColumn]) {
    expect(await column.reseal(both)).toEqual({ resealed: 1, unreadable: 0 });
    expect(await column.reseal(both)).toEqual({ resealed: 0, unreadable: 0 });
  }
  const after = { db, clock, measurementBox: createMeasurementBox({ ...keys, former: [] }) };
  expect((await openLink(after, own)).ok && (await openLink(after, own))).toMatchObject({
    value: { profile: { readings: { chest: [{ value: CHEST }] } } },
  });
  expect(JSON.stringify(await listSentGroups(after, { actor }))).toContain(own.token);
});
