import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { measuredPerson } from "#tests/support/measurements.ts";
import type { SealingBrowser } from "#tests/support/sealing-browser.ts";
import { isIdle, openSealingBrowser } from "#tests/support/sealing-browser.ts";

const ROSA = "0198f000-0000-7000-8000-00000000000a";
const HERS = measuredPerson("Asha", { chest: 980 });
const UNSENT = measuredPerson("Bibi", { chest: 1_013 });
const VISITORS = measuredPerson("Chandra", { chest: 1_217 });

const TEXT_NAME = "sealed-measured-people";

/** As versions before sealing stored them. */
const STORED = JSON.stringify({
  people: [
    { profile: HERS, owner: ROSA, revision: 1, unsent: false, problem: null },
    { profile: UNSENT, owner: ROSA, revision: 1, unsent: true, problem: null },
    { profile: VISITORS, owner: null, revision: null, unsent: true },
  ],
  account: ROSA,
  consent: { account: ROSA, version: 1 },
});

/** Of every page of the test. */
const entries: object[] = [];

let browser: SealingBrowser;
const text = () => browser.texts.get(TEXT_NAME) ?? "";

async function visit(cookie: string) {
  browser.setCookie(cookie);
  vi.resetModules();
  const store = await import("./profile-store.browser.ts");
  entries.push(store.peopleEntry);
  await store.peopleEntry.opened();
  return {
    ...store,
    names: () => store.devicePeople().people.map(({ profile }) => profile.label.value),
  };
}

async function isSealedAnew(before: string): Promise<string> {
  await expect.poll(() => text().startsWith("sealed:") && text() !== before).toBe(true);
  return text();
}

beforeEach(() => {
  browser = openSealingBrowser();
  browser.texts.set("measured-people", STORED);
});

afterEach(async () => {
  await expect.poll(() => entries.every(isIdle)).toBe(true);
  entries.length = 0;
  vi.unstubAllGlobals();
});

describe("the people of a browser", () => {
  test("that earlier versions stored in clear are all there, sealed, and a product page sees only that there are some", async () => {
    const page = await visit("da_hint=1");
    expect(page.names()).toEqual(["Asha", "Bibi", "Chandra"]);
    const sealed = await isSealedAnew("");
    expect(sealed).toMatch(/^sealed:measured:/);
    expect((await visit("da_hint=1")).names()).toEqual(["Asha", "Bibi", "Chandra"]);
  });

  test("leave with the account at a sign-out, with their key; what was not sent and the visitor's stay under a new one", async () => {
    const page = await visit("da_hint=1");
    const before = await isSealedAnew("");
    page.forgetAccountPeople();
    expect(page.names()).toEqual(["Bibi", "Chandra"]);
    await isSealedAnew(before);
    expect((await visit("")).names()).toEqual(["Bibi", "Chandra"]);
    browser.texts.set(TEXT_NAME, before);
    expect((await visit("da_hint=1")).names()).toEqual([]);
  });

  test("leave with what their guides remember, under a new key for those who stay", async () => {
    const draft = { step: "measurement:waist", text: "85", unit: "cm" };
    const memory = { mannequin: "man", step: null, draft };
    const memories = { [HERS.id]: memory, [VISITORS.id]: memory };
    browser.texts.set("measuring-guide", JSON.stringify(memories));
    const page = await visit("da_hint=1");
    const { recallGuide } = await import("./guide-memory.browser.ts");
    expect(recallGuide(HERS.id)).toEqual({ ...memory, found: {} });
    const guideText = () => browser.texts.get("sealed-measuring-guide");
    await expect.poll(guideText).toMatch(/^sealed:/);
    const before = guideText();
    const key = browser.keys.get("measuring-guide")?.key;
    page.forgetAccountPeople();
    expect(recallGuide(HERS.id).draft).toBeNull();
    expect(recallGuide(VISITORS.id)).toEqual({ ...memory, found: {} });
    await expect.poll(guideText).not.toBe(before);
    expect(browser.keys.get("measuring-guide")?.key).not.toBe(key);
  });

  test("leave at the next visit when the session ended elsewhere, and the text of before opens no more", async () => {
    await visit("da_hint=1");
    const before = await isSealedAnew("");
    const page = await visit("");
    expect(page.names()).toEqual(["Bibi", "Chandra"]);
    await isSealedAnew(before);
    browser.texts.set(TEXT_NAME, before);
    expect((await visit("")).names()).toEqual([]);
  });

  test("leave no text and no key when nobody stays", async () => {
    browser.texts.set(
      "measured-people",
      JSON.stringify({
        people: [{ profile: HERS, owner: ROSA, revision: 1, unsent: false }],
        account: ROSA,
        consent: null,
      }),
    );
    const page = await visit("da_hint=1");
    await isSealedAnew("");
    page.forgetAccountPeople();
    await expect.poll(() => [text(), browser.keys.has("measured-people")]).toEqual(["", false]);
  });

  test("whose key is gone are reported until a page has said so", async () => {
    await visit("");
    const before = await isSealedAnew("");
    browser.passDays(31);
    await visit("");
    await isSealedAnew(before);
    const page = await visit("");
    expect(page.devicePeople()).toMatchObject({ people: [], isLost: true });
    page.recordLossShown();
    await expect.poll(text).toBe("");
    expect((await visit("")).devicePeople().isLost).toBe(false);
  });

  test("whom a page of an earlier version stores beside the sealed ones join them, with every reading", async () => {
    await visit("da_hint=1");
    const before = await isSealedAnew("");
    const measured = { ...HERS, readings: measuredPerson("Asha", { waist: 850 }).readings };
    const people = [measured, measuredPerson("Devi", { chest: 1_040 })].map((profile) => ({
      profile,
      owner: null,
      revision: null,
      unsent: true,
    }));
    localStorage.setItem(
      "measured-people",
      JSON.stringify({ people, account: null, consent: null }),
    );
    const later = await visit("da_hint=1");
    expect(later.names()).toEqual(["Asha", "Bibi", "Chandra", "Devi"]);
    expect(later.devicePeople().people[0]).toMatchObject({
      owner: ROSA,
      unsent: true,
      profile: { readings: { chest: [{ value: 980 }], waist: [{ value: 850 }] } },
    });
    await isSealedAnew(before);
    await expect.poll(() => browser.texts.has("measured-people")).toBe(false);
  });

  test("who are renamed in one tab and measured in another have both changes", async () => {
    const one = await visit("da_hint=1");
    const other = await visit("da_hint=1");
    const at = "2026-11-20T10:00:00.000Z";
    one.savePerson({ ...HERS, label: { value: "Asha Persaud", at } });
    other.savePerson({ ...HERS, readings: measuredPerson("Asha", { waist: 850 }).readings });
    await expect
      .poll(async () => (await visit("da_hint=1")).devicePeople().people[0]?.profile)
      .toMatchObject({
        label: { value: "Asha Persaud" },
        readings: { chest: [{ value: 980 }], waist: [{ value: 850 }] },
      });
  });
});
