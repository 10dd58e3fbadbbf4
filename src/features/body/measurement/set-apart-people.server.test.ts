import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { endStrangersRights } from "#features/base/identity/end-strangers-rights.server.ts";
import { openLink } from "#features/body/links/measure-by-link.server.ts";
import { listOrderableLinks } from "#features/body/links/order-by-link.server.ts";
import { createGroup, createLink, listSentGroups } from "#features/body/links/sent-links.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { listMeasuredPeople, readProfileAsStaff } from "./measurement-reads.server.ts";
import {
  deleteProfile,
  getProfile,
  listProfiles,
  renameProfile,
  saveProfile,
  setRetention,
} from "./profiles.server.ts";
import { profileColumn } from "./sealed-profiles.server.ts";
import { acceptSetApart, deleteSetApart, listSetApart } from "./set-apart-people.server.ts";
import { syncPeople } from "./sync-people.server.ts";

const bench = accountSuite();

async function setApart(email: string) {
  const actor = await bench.customer(email);
  const person = measuredPerson("Vaughn", { chest: 1_020 });
  const profileId = await addMeasuredPerson(bench.db, actor.userId, person, bench.measurementBox);
  const group = await createGroup(bench, {
    actor,
    submitted: { name: "Wedding of Asha", garment: "dress" },
  });
  if (!group.ok) throw new Error(group.error);
  const link = await createLink(bench, {
    actor,
    groupId: group.value,
    submitted: { personName: "Bibi" },
  });
  if (!link.ok) throw new Error(link.error);
  const token = link.value.path.split("/").at(-1) ?? "";
  await bench.db.transaction((tx) => endStrangersRights(tx, actor.userId));
  return { actor, groupId: group.value, person, profileId, token };
}

const rows = () => bench.db.select().from(measurementProfiles).orderBy(asc(measurementProfiles.id));

const namesFor = async (actor: SignedIn) => {
  const found = await listSetApart(bench, { actor });
  return (
    found.ok && [
      found.value.people.map(({ name }) => name),
      found.value.groups.map(({ name }) => name),
    ]
  );
};

test("people that are set apart can be neither read, changed, ordered with nor brought into a browser", async () => {
  const { actor, person, profileId, token } = await setApart("asha@example.com");
  const before = await rows();
  expect(await listProfiles(bench, { actor })).toEqual({ ok: true, value: [] });
  const missing = { ok: false, error: "not_found" };
  expect(await getProfile(bench, { actor, profileId })).toEqual(missing);
  expect(await renameProfile(bench, { actor, profileId, name: "Asha" })).toEqual(missing);
  expect(await setRetention(bench, { actor, profileId, retention: "after_order" })).toEqual(
    missing,
  );
  await deleteProfile(bench, { actor, profileId });
  const save = { profile: person, consentVersion: 1, revision: 1 };
  expect(await saveProfile(bench, { actor, ...save })).toEqual({
    ok: false,
    error: { code: "not_found" },
  });
  const sent = { people: [], known: [], consentVersion: null };
  const synced = await syncPeople(bench, { actor, sent });
  expect(synced).toMatchObject({ ok: true, value: { people: [], ids: [], byLink: [] } });
  expect(await openLink(bench, { token, code: null })).toEqual({ ok: false, error: "not_found" });
  expect(await listOrderableLinks(bench.db, actor.userId)).toEqual([]);
  expect(await listSentGroups(bench, { actor })).toEqual({ ok: true, value: [] });
  expect(await rows()).toEqual(before);
});

test("people that are set apart are closed to the atelier", async () => {
  const { actor: customer, profileId } = await setApart("asha@example.com");
  const email = "tailor@example.com";
  const userId = await createCustomer(bench.db, { email, role: "admin", isAtelier: true });
  const actor = { role: "admin", userId, name: email, email } as const;
  expect(await readProfileAsStaff(bench, { actor, profileId, purpose: "Fitting" })).toEqual({
    ok: false,
    error: "not_found",
  });
  expect(await listMeasuredPeople(bench.db, { actor, userId: customer.userId })).toEqual({
    ok: true,
    value: [],
  });
});

test("the account alone is asked about them, and gets them back with the time of their measurements", async () => {
  const { actor, person, profileId, token } = await setApart("asha@example.com");
  const other = await bench.customer("ravi@example.com");
  const [before] = await rows();
  expect(await namesFor(actor)).toEqual([["Vaughn"], ["Wedding of Asha"]]);
  expect(await namesFor(other)).toEqual([[], []]);
  for (const change of [acceptSetApart, deleteSetApart]) {
    expect(await change(bench, { actor: visitor })).toEqual({ ok: false, error: "forbidden" });
    expect(await change(bench, { actor: other })).toEqual({ ok: true, value: null });
  }
  expect(await namesFor(actor)).toEqual([["Vaughn"], ["Wedding of Asha"]]);
  await acceptSetApart(bench, { actor });
  await acceptSetApart(bench, { actor });
  expect(await namesFor(actor)).toEqual([[], []]);
  expect(await getProfile(bench, { actor, profileId })).toMatchObject({
    ok: true,
    value: { profile: person, updatedAt: before?.updatedAt },
  });
  expect((await openLink(bench, { token, code: null })).ok).toBe(true);
});

test("people who are not the account's are deleted with the links, and nobody else's", async () => {
  const { actor } = await setApart("asha@example.com");
  const other = await bench.customer("ravi@example.com");
  await addMeasuredPerson(bench.db, other.userId, measuredPerson("Ravi"), bench.measurementBox);
  await deleteSetApart(bench, { actor });
  expect((await rows()).map(({ userId }) => userId)).toEqual([other.userId]);
  expect(await bench.db.$count(measurementLinks)).toBe(0);
});

test("people that are set apart are sealed anew when the key rotates, and go with their account", async () => {
  const { actor } = await setApart("asha@example.com");
  const measurementBox = createMeasurementBox({
    current: "n".repeat(40),
    former: ["m".repeat(40)],
  });
  const resealing = { db: bench.db, measurementBox, ownerUrl: "" };
  expect(await profileColumn.reseal(resealing)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await listSetApart({ db: bench.db, measurementBox }, { actor })).toMatchObject({
    value: { people: [{ name: "Vaughn" }] },
  });
  await bench.db.delete(profiles).where(eq(profiles.id, actor.userId));
  expect(await rows()).toEqual([]);
  expect(await bench.db.$count(measurementLinks)).toBe(0);
});
