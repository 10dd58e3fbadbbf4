import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SealingBrowser } from "#tests/support/sealing-browser.ts";
import { isIdle, openSealingBrowser } from "#tests/support/sealing-browser.ts";

type Values = Readonly<Record<string, number>>;

const NAME = "sizes";
const TEXT_NAME = "sealed-sizes";

/** Of every tab of the test. */
const entries: object[] = [];

/** A tab with an entry of numbers. */
async function openTab(options: { afterLoss?: Values } = {}) {
  vi.resetModules();
  const { SealedEntry } = await import("./sealed-entry.browser.ts");
  const entry = new SealedEntry<Values>({
    name: NAME,
    empty: {},
    parse: (content) => (content ?? {}) as Values,
    join: (values, former) => ({ ...values, ...former }),
    isEmpty: (values) => Object.keys(values).length === 0,
    noteOf: () => "numbers",
    ...options,
  });
  entries.push(entry);
  // A page that shows the value hears of other tabs.
  entry.subscribe(() => undefined);
  return {
    entry,
    set: (name: string, value: number) => entry.change((before) => ({ ...before, [name]: value })),
    value: () => entry.current().value,
  };
}

let browser: SealingBrowser;
const text = () => browser.texts.get(TEXT_NAME) ?? null;

/** What another visit of the shop finds. */
async function nextVisit(options: { afterLoss?: Values } = {}) {
  const tab = await openTab(options);
  await tab.entry.opened();
  return tab;
}

/** Waits until the stored text is sealed and another one than before. */
async function isSealedAnew(before: string | null = null): Promise<string> {
  await expect.poll(() => text()?.startsWith("sealed:") && text() !== before).toBe(true);
  return text() ?? "";
}

beforeEach(() => {
  browser = openSealingBrowser();
});

afterEach(async () => {
  await expect.poll(() => entries.every(isIdle)).toBe(true);
  entries.length = 0;
  vi.unstubAllGlobals();
});

describe("an entry that the browser stores sealed", () => {
  test("holds no readable number, and a later visit reads it with a key that no script can read", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    expect(tab.value()).toEqual({ chest: 1_013 });
    const sealed = await isSealedAnew();
    expect(sealed).toMatch(/^sealed:numbers:[\w+/=]+:[\w+/=]+$/);
    expect(atob(sealed.split(":")[3] ?? "")).not.toContain("1013");
    const key = browser.keys.get(NAME)?.key;
    expect(key?.extractable).toBe(false);
    expect((await nextVisit()).value()).toEqual({ chest: 1_013 });
  });

  test("is empty and not open until it could be read", async () => {
    (await openTab()).set("chest", 1_013);
    await isSealedAnew();
    const tab = await openTab();
    expect(tab.entry.current()).toEqual({
      value: {},
      isOpen: false,
      isStored: true,
      isLost: false,
    });
    const heard = vi.fn();
    tab.entry.subscribe(heard);
    expect(await tab.entry.opened()).toEqual({ chest: 1_013 });
    expect(heard).toHaveBeenCalledOnce();
  });

  test("of an earlier version is read at once, and sealed from then on", async () => {
    browser.texts.set(NAME, '{"chest":1013}');
    const tab = await openTab();
    expect(tab.entry.current()).toMatchObject({ value: { chest: 1_013 }, isOpen: true });
    await isSealedAnew();
    expect(browser.texts.has(NAME)).toBe(false);
    expect((await nextVisit()).value()).toEqual({ chest: 1_013 });
  });

  test("has what a page of an earlier version stores later, with and without an open page of this one", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    const first = await isSealedAnew();
    // That page reads no sealed text, so it has nothing but its own value.
    localStorage.setItem(NAME, '{"waist":850}');
    await expect.poll(tab.value).toEqual({ chest: 1_013, waist: 850 });
    const second = await isSealedAnew(first);
    await expect.poll(() => browser.texts.has(NAME)).toBe(false);

    browser.texts.set(NAME, '{"hips":930}');
    const later = await nextVisit();
    expect(later.value()).toEqual({ chest: 1_013, waist: 850, hips: 930 });
    await isSealedAnew(second);
    await expect.poll(() => browser.texts.has(NAME)).toBe(false);
  });

  test("leaves neither text nor key when it becomes empty", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    await isSealedAnew();
    tab.entry.change(() => ({}));
    await expect.poll(() => [text(), browser.keys.size]).toEqual([null, 0]);
  });

  test("has the changes of every tab, also of those that change it at once", async () => {
    const tabs = await Promise.all([openTab(), openTab(), openTab()]);
    const names = ["chest", "waist", "hips"];
    for (const [index, tab] of tabs.entries()) {
      for (let count = 1; count <= 5; count += 1) tab.set(names[index] ?? "", count);
    }
    const all = { chest: 5, waist: 5, hips: 5 };
    await expect.poll(async () => (await nextVisit()).value()).toEqual(all);
    for (const tab of tabs) await expect.poll(tab.value).toEqual(all);
  });

  test("loses nothing when its page closes before it is sealed, and the next page seals it with a new key", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    await isSealedAnew();
    const key = browser.keys.get(NAME)?.key;
    tab.set("waist", 850);
    browser.close();
    expect(text()).toBe('{"chest":1013,"waist":850}');
    expect((await nextVisit()).value()).toEqual({ chest: 1_013, waist: 850 });
    await isSealedAnew();
    expect(browser.keys.get(NAME)?.key).not.toBe(key);
  });

  test("stays sealed when its page closes after a change that says what it held already", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    const sealed = await isSealedAnew();
    tab.set("chest", 1_013);
    browser.close();
    expect(text()).toBe(sealed);
    expect((await nextVisit()).value()).toEqual({ chest: 1_013 });
  });

  test("cannot be read again with what a renewed key replaced", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    const before = await isSealedAnew();
    tab.entry.change(({ chest: _, ...left }) => ({ ...left, waist: 850 }), { renewsKey: true });
    await isSealedAnew(before);
    expect((await nextVisit()).value()).toEqual({ waist: 850 });
    browser.texts.set(TEXT_NAME, before);
    const later = await nextVisit();
    expect(later.entry.current()).toMatchObject({ value: {}, isLost: true });
  });

  test("is not taken for lost by a tab that reads it while another one renews the key", async () => {
    const tab = await openTab();
    tab.set("chest", 1_013);
    const before = await isSealedAnew();
    let renewed = () => {};
    const gate = new Promise<void>((resolve) => {
      renewed = resolve;
    });
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    const held = vi.spyOn(crypto.subtle, "encrypt").mockImplementationOnce(async (...given) => {
      await gate;
      return encrypt(...given);
    });
    tab.entry.change((values) => ({ ...values, waist: 850 }), { renewsKey: true });
    await expect.poll(() => held.mock.calls.length).toBe(1);
    const other = await openTab();
    other.entry.current();
    renewed();
    await isSealedAnew(before);
    expect(await other.entry.opened()).toEqual({ chest: 1_013, waist: 850 });
    expect(other.entry.current().isLost).toBe(false);
    held.mockRestore();
  });
});

describe("after a time without use", () => {
  async function haveStored(): Promise<string> {
    (await openTab()).set("chest", 1_013);
    return isSealedAnew();
  }

  test("of 30 days the entry is still there, and each use begins the time anew", async () => {
    await haveStored();
    for (const days of [29, 29, 29]) {
      browser.passDays(days);
      expect((await nextVisit()).value()).toEqual({ chest: 1_013 });
    }
  });

  test("of more than 30 days key and text are gone, once, and the entry can be written again", async () => {
    const before = await haveStored();
    browser.passDays(31);
    const tab = await nextVisit();
    expect(tab.entry.current()).toMatchObject({ value: {}, isLost: true, isStored: true });
    await expect.poll(() => [text(), browser.keys.size]).toEqual([null, 0]);
    expect((await nextVisit()).entry.current().isLost).toBe(false);
    tab.set("waist", 850);
    await isSealedAnew(before);
    expect((await nextVisit()).value()).toEqual({ waist: 850 });
  });

  test("what is stored after a loss stays until a page has said so", async () => {
    const before = await haveStored();
    browser.keys.clear();
    await nextVisit({ afterLoss: { lost: 1 } });
    await isSealedAnew(before);
    expect((await nextVisit({ afterLoss: { lost: 1 } })).value()).toEqual({ lost: 1 });
  });

  test("a damaged text counts as lost", async () => {
    await haveStored();
    browser.texts.set(TEXT_NAME, "sealed:numbers:%%:%%");
    expect((await nextVisit()).entry.current()).toMatchObject({ value: {}, isLost: true });
  });
});

describe("where the browser does not do everything", () => {
  test("a value is stored in clear when it cannot seal, and is sealed once it can", async () => {
    vi.unstubAllGlobals();
    browser = openSealingBrowser({ canSeal: false });
    const tab = await openTab();
    tab.set("chest", 1_013);
    await expect.poll(text).toBe('{"chest":1013}');
    expect(tab.entry.current().isStored).toBe(true);
    vi.stubGlobal("isSecureContext", true);
    expect((await nextVisit()).value()).toEqual({ chest: 1_013 });
    await isSealedAnew();
  });

  test("a value lasts as long as the page when it stores nothing", async () => {
    vi.unstubAllGlobals();
    browser = openSealingBrowser({ stores: false });
    const tab = await openTab();
    expect(tab.entry.current()).toMatchObject({ isOpen: true, isStored: false });
    tab.set("chest", 1_013);
    tab.set("waist", 850);
    expect(tab.value()).toEqual({ chest: 1_013, waist: 850 });
  });

  test("what an earlier version stored stays readable until it is sealed", async () => {
    (await openTab()).set("chest", 1_013);
    await isSealedAnew();
    browser.texts.set(NAME, '{"waist":850}');
    browser.database.isAway = true;
    const tab = await nextVisit();
    expect(tab.value()).toEqual({ waist: 850 });
    browser.close();
    expect(browser.texts.get(NAME)).toBe('{"waist":850}');
    browser.database.isAway = false;
    expect((await nextVisit()).value()).toEqual({ chest: 1_013, waist: 850 });
  });

  test("a sealed text stays when its key cannot be read now, and the page's changes join it later", async () => {
    (await openTab()).set("chest", 1_013);
    const before = await isSealedAnew();
    browser.database.isAway = true;
    const tab = await nextVisit();
    expect(tab.entry.current()).toEqual({
      value: {},
      isOpen: true,
      isStored: false,
      isLost: false,
    });
    tab.set("waist", 850);
    browser.close();
    expect(text()).toBe(before);
    browser.database.isAway = false;
    tab.set("hips", 930);
    await isSealedAnew(before);
    expect((await nextVisit()).value()).toEqual({ chest: 1_013, waist: 850, hips: 930 });
  });

  test("a value is stored in clear when the browser refuses to make a key", async () => {
    browser.database.isAway = true;
    const tab = await openTab();
    tab.set("chest", 1_013);
    await expect.poll(text).toBe('{"chest":1013}');
  });
});
