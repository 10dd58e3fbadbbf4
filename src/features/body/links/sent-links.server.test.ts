import { expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { DRESS_BODY } from "#tests/support/browser/measured-person.ts";
import { confirmedPerson } from "#tests/support/measurements.ts";
import { deleteGroup, deleteLink, renewLink, withdrawLink } from "./change-sent-links.server.ts";
import { emailLink, remindGroup } from "./email-link.server.ts";
import {
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
  MAX_EMAILS,
  SHARE_CONSENT,
  UNSHARED_DAYS,
} from "./measurement-link.ts";
import { createGroup, createLink, listSentGroups } from "./sent-links.server.ts";

const bench = accountSuite();
const HOUR_MS = 3_600_000;
const CHEST = 92_317;

async function send(actor: SignedIn, names = ["Bibi"], occasion = "Wedding of Asha") {
  const submitted = { name: occasion, garment: "dress" };
  const group = await createGroup(bench, { actor, submitted });
  if (!group.ok) throw new Error(group.error);
  const links = [];
  for (const personName of names) {
    const input = { actor, groupId: group.value, submitted: { personName } };
    const link = await createLink(bench, input);
    if (!link.ok) throw new Error(link.error);
    links.push({ linkId: link.value.id, token: link.value.path.split("/").at(-1) ?? "" });
  }
  const [first = { linkId: "", token: "" }] = links;
  return { groupId: group.value, links, ...first };
}

async function measure({ linkId, token }: { linkId: string; token: string }) {
  const { version } = LINK_CONSENT;
  const started = await startMeasuring(bench, { token, consentVersion: version });
  if (!started.ok) throw new Error(started.error);
  const own = { token, code: started.value.code };
  const profile = confirmedPerson("Bibi", { ...DRESS_BODY, chest: CHEST }, { id: linkId });
  expect((await saveByLink(bench, { ...own, profile })).ok).toBe(true);
  return own;
}

async function share(link: { linkId: string; token: string }) {
  const own = await measure(link);
  await finishByLink(bench, own);
  const consentVersion = SHARE_CONSENT.version;
  expect(await shareWithSender(bench, { ...own, consentVersion })).toEqual({
    ok: true,
    value: null,
  });
  return own;
}

const mails = () => bench.db.select().from(mailOutbox);
const stateOf = async (actor: SignedIn) => {
  const groups = await listSentGroups(bench, { actor });
  return groups.ok ? groups.value[0]?.links[0]?.state : groups.error;
};

test("the emailed link names the sender, the garment and the occasion, and holds no number or name of the person", async () => {
  const actor = await bench.customer("asha@example.com");
  const { token, ...link } = await send(actor);
  expect(token, "the shop redirects URLs to lower case").toBe(token.toLowerCase());
  await measure({ ...link, token });
  const email = "bibi@example.com";
  const { linkId } = link;
  expect(await emailLink(bench, { actor, linkId, email })).toEqual({ ok: true, value: null });
  const [mail] = await mails();
  expect(mail).toMatchObject({ kind: "measure-me", recipient: email });
  expect(mail?.subject).toContain("Asha Persaud asks for your measurements");
  expect(mail?.textBody).toContain(`https://shop.example/measure/${token}`);
  expect(mail?.textBody).toContain("\n\nHello,\n\nAsha Persaud would like");
  expect(mail?.textBody).toContain("a dress for Wedding of Asha made for you");
  for (const part of [mail?.textBody, mail?.htmlBody, mail?.subject]) {
    expect(part?.replaceAll(token, "")).not.toMatch(/92317|9231\.7|923\.17|Bibi/);
  }
});

test("a sender's name or an occasion that holds an address is left out of the email", async () => {
  const actor = await bench.customer("asha@example.com");
  const spammer = { ...actor, name: "Win at www.prize.example" };
  const { linkId } = await send(actor, ["Bibi"], "Prizes at prize.example");
  await emailLink(bench, { actor: spammer, linkId, email: "bibi@example.com" });
  const [mail] = await mails();
  expect(mail?.subject).toContain("Somebody you know asks");
  expect(`${mail?.textBody} ${mail?.htmlBody}`).not.toContain("prize");
});

test("a link is emailed to one address at most once a day, and five times in all", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId, linkId } = await send(actor);
  const emailTo = (email: string | null) => emailLink(bench, { actor, linkId, email });
  expect(await emailTo(null)).toEqual({ ok: false, error: "invalid" });
  expect(await emailTo("bibi")).toEqual({ ok: false, error: "invalid" });
  expect((await emailTo("bibi@example.com")).ok).toBe(true);
  expect(await emailTo("Bibi@example.com")).toEqual({ ok: false, error: "too_soon" });
  expect(await remindGroup(bench, { actor, groupId })).toEqual({ ok: false, error: "too_soon" });
  for (let sent = 1; sent < MAX_EMAILS; sent += 1) {
    bench.clock.advance(24 * HOUR_MS);
    expect(await remindGroup(bench, { actor, groupId })).toEqual({ ok: true, value: 1 });
  }
  bench.clock.advance(24 * HOUR_MS);
  expect(await emailTo("bibi@example.com")).toEqual({ ok: false, error: "too_many" });
  const subjects = (await mails()).map(({ subject }) => subject.startsWith("A reminder"));
  expect(subjects.filter(Boolean)).toHaveLength(MAX_EMAILS - 1);
});

test("an address receives five links an hour, and an account sends thirty", async () => {
  const actor = await bench.customer("asha@example.com");
  const { links } = await send(
    actor,
    Array.from({ length: 30 }, (_, index) => `Person ${index}`),
  );
  const [first, second, third, fourth, fifth, sixth, ...others] = links;
  const emailTo = (link: { linkId: string } | undefined, email: string) =>
    emailLink(bench, { actor, linkId: link?.linkId ?? "", email });
  for (const link of [first, second, third, fourth, fifth]) {
    expect((await emailTo(link, "bibi@example.com")).ok).toBe(true);
  }
  const refused = { ok: false, error: "too_many_attempts" };
  expect(await emailTo(sixth, "bibi@example.com")).toEqual(refused);
  for (const [index, link] of others.entries()) {
    expect((await emailTo(link, `person${index}@example.com`)).ok).toBe(true);
  }
  expect(await emailTo(sixth, "carol@example.com")).toEqual(refused);
  bench.clock.advance(HOUR_MS);
  expect((await emailTo(sixth, "carol@example.com")).ok).toBe(true);
});

test("a group's reminders go to those who are not done, and the address is forgotten with the work", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId, links } = await send(actor, ["Bibi", "Rosa", "Carol"]);
  for (const [index, { linkId }] of links.entries()) {
    await emailLink(bench, { actor, linkId, email: `person${index}@example.com` });
  }
  const [bibi] = links;
  if (!bibi) throw new Error("No link");
  await finishByLink(bench, await measure(bibi));
  bench.clock.advance(24 * HOUR_MS);
  expect(await remindGroup(bench, { actor, groupId })).toEqual({ ok: true, value: 2 });
  const rows = await bench.db.select().from(measurementLinks);
  const addresses = rows.flatMap(({ email }) => email ?? []);
  expect(addresses.toSorted()).toEqual(["person1@example.com", "person2@example.com"]);
  const refused = { ok: false, error: "not_found" };
  expect(await emailLink(bench, { actor, linkId: bibi.linkId, email: "x@example.com" })).toEqual(
    refused,
  );
});

test("an expired link is renewed under the same URL while the person's values are there", async () => {
  const actor = await bench.customer("asha@example.com");
  const link = await send(actor);
  const own = await measure(link);
  bench.clock.advance((LINK_DAYS * 24 + 1) * HOUR_MS);
  expect(await stateOf(actor)).toBe("expired");
  expect(await renewLink(bench, { actor, linkId: link.linkId })).toEqual({ ok: true, value: null });
  const opened = await openLink(bench, own);
  expect(opened).toMatchObject({ ok: true, value: { state: "measuring", isOwn: true } });
  expect(opened.ok && opened.value.profile?.readings.chest?.[0]?.value).toBe(CHEST);
});

test("a withdrawn link is renewed under a new URL, and the person agrees anew", async () => {
  const actor = await bench.customer("asha@example.com");
  const link = await send(actor);
  const { linkId } = link;
  const own = await measure(link);
  await withdrawLink(bench, { actor, linkId });
  expect(await renewLink(bench, { actor, linkId })).toEqual({ ok: true, value: null });
  expect(await openLink(bench, own)).toEqual({ ok: false, error: "not_found" });
  expect(await stateOf(actor)).toBe("not_opened");
  const groups = await listSentGroups(bench, { actor });
  const token = groups.ok ? groups.value[0]?.links[0]?.path?.split("/").at(-1) : null;
  const opened = await openLink(bench, { token: token ?? "", code: own.code });
  expect(opened).toMatchObject({ ok: true, value: { isOwn: false, profile: null } });
  await finishByLink(bench, await measure({ linkId, token: token ?? "" }));
  expect(await renewLink(bench, { actor, linkId })).toEqual({ ok: false, error: "not_found" });
});

test("the person takes sharing back with the same link: the sender's copy is gone, and their own values stay", async () => {
  const actor = await bench.customer("asha@example.com");
  const own = await share(await send(actor));
  expect(await bench.db.$count(measurementProfiles)).toBe(1);
  const [row] = await bench.db.select().from(measurementLinks);
  expect(row).toMatchObject({ shareConsentVersion: SHARE_CONSENT.version });
  expect(row?.sharedAt).toEqual(bench.clock.now());
  for (const _ of [1, 2]) {
    expect(await stopSharing(bench, own)).toEqual({ ok: true, value: null });
  }
  expect(await bench.db.$count(measurementProfiles)).toBe(0);
  expect(await stateOf(actor)).toBe("done");
  expect((await openLink(bench, own)).ok && (await openLink(bench, own))).toMatchObject({
    value: { isOwn: true, profile: { readings: { chest: [{ value: CHEST }, { value: CHEST }] } } },
  });
});

test("sharing needs its own consent", async () => {
  const actor = await bench.customer("asha@example.com");
  const own = await measure(await send(actor));
  await finishByLink(bench, own);
  expect(await shareWithSender(bench, { ...own, consentVersion: 0 })).toEqual({
    ok: false,
    error: "consent_needed",
  });
  expect(await stateOf(actor)).toBe("done");
});

test("after the shop's copy is deleted, taking sharing back leaves nothing", async () => {
  const actor = await bench.customer("asha@example.com");
  const own = await share(await send(actor));
  bench.clock.advance((UNSHARED_DAYS * 24 + 1) * HOUR_MS);
  await bench.db.update(measurementLinks).set({ sealed: null });
  expect(await stopSharing(bench, own)).toEqual({ ok: true, value: null });
  expect(await stateOf(actor)).toBe("deleted");
  expect(await bench.db.$count(measurementProfiles)).toBe(0);
});

test("removing a person or a group deletes what was measured, and the shared copy", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId, links } = await send(actor, ["Bibi", "Rosa"]);
  for (const link of links) await share(link);
  expect(await bench.db.$count(measurementProfiles)).toBe(2);
  await deleteLink(bench, { actor, linkId: links[0]?.linkId ?? "" });
  expect(await bench.db.$count(measurementProfiles)).toBe(1);
  await deleteGroup(bench, { actor, groupId });
  expect(await bench.db.$count(measurementProfiles)).toBe(0);
  expect(await listSentGroups(bench, { actor })).toEqual({ ok: true, value: [] });
});

test("another customer and a visitor email, renew, remind and delete nothing", async () => {
  const actor = await bench.customer("asha@example.com");
  const { groupId, linkId } = await send(actor);
  const other = await bench.customer("eve@example.com");
  for (const [each, error] of [
    [other, "not_found"],
    [visitor, "forbidden"],
  ] as const) {
    const refused = { ok: false, error };
    expect(await emailLink(bench, { actor: each, linkId, email: "x@example.com" })).toEqual(
      refused,
    );
    expect(await renewLink(bench, { actor: each, linkId })).toEqual(refused);
    expect(await deleteLink(bench, { actor: each, linkId })).toEqual(refused);
    expect(await deleteGroup(bench, { actor: each, groupId })).toEqual(refused);
    expect(await remindGroup(bench, { actor: each, groupId })).toEqual(refused);
  }
  expect(await mails()).toEqual([]);
  expect(await stateOf(actor)).toBe("not_opened");
});
