import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import { cloths, madeToMeasureTerms } from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { listNotAsPictured } from "./as-pictured-queries.server.ts";
import { listChoiceEffects } from "./choice-effect-queries.server.ts";
import { saveTerms } from "./save-terms.server.ts";
import type { TermsInput } from "./terms-form.ts";
import { findTermsForm, listTerms } from "./terms-form-queries.server.ts";
import { findTermsOfProduct } from "./terms-queries.server.ts";

let database: TestDatabase;
let owner: Actor;
let suitId: string;
const changes: ContentChange[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const userId = await createCustomer(database.db, { email: "owner@example.com", role: "admin" });
  owner = { role: "admin", userId, name: "owner" } as Actor;
  suitId = await addProduct(database.db, "Suit", { garmentType: "suit" });
  await database.db
    .update(products)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(products.id, suitId));
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(madeToMeasureTerms);
  await database.db.delete(auditLog);
  changes.length = 0;
});

const suits = { kind: "garment", garment: "suit" } as const;
const product = () => ({ kind: "product", productId: suitId }) as const;
const content = {
  settle: async (change: ContentChange) => {
    changes.push(change);
  },
};

const choice = (name: string, price = 0, id: string | null = null) => ({
  id,
  name,
  price,
  description: "",
  mediaId: null as string | null,
  clothId: null as string | null,
  effect: "none" as string | null,
  effectNote: "",
  pictured: false,
  offered: true,
});
const group = (name: string, choices: ReturnType<typeof choice>[], id: string | null = null) => ({
  id,
  name,
  kind: "choice" as const,
  required: true,
  choices,
});
const terms = (changed: Partial<TermsInput> = {}): TermsInput => ({
  version: 0,
  offered: null,
  surcharge: null,
  extraDays: null,
  clothLength: null,
  monogram: null,
  measurements: [...(measurementSetOf("suit")?.required ?? [])],
  ownOptions: false,
  pictured: [],
  groups: [],
  ...changed,
});
const save = (
  subject: Parameters<typeof saveTerms>[1]["subject"],
  changed: Partial<TermsInput> = {},
  actor = owner,
) => saveTerms({ db: database.db, content }, { actor, subject, terms: terms(changed) });
const found = () => findTermsOfProduct(database.db, suitId);
const formOf = async (subject: typeof suits | ReturnType<typeof product>) => {
  const form = await findTermsForm(database.db, { actor: owner, subject });
  if (!form.ok || !form.value) throw new Error("no form");
  return form.value;
};

test("an option with an image and a price difference appears in the product's terms", async () => {
  const mediaId = await addImage(database.db, "lapel");
  const lapel = group("Lapel", [{ ...choice("Peak", 3_500), mediaId }, choice("Notch")]);
  expect(await save(suits, { surcharge: 12_000, groups: [lapel] })).toEqual({
    ok: true,
    value: { version: 1 },
  });
  expect(await found()).toMatchObject({
    surcharge: money(12_000),
    measurements: measurementSetOf("suit"),
    groups: [
      { name: "Lapel", choices: [{ name: "Peak", price: money(3_500), imageId: mediaId }, {}] },
    ],
  });
  expect(changes).toMatchObject([{ tags: [`product:${suitId}`] }]);
  const log = await database.db.select().from(auditLog);
  expect(log).toMatchObject([{ subject: "made to measure", subjectId: "suit", action: "changed" }]);
});

test("options keep their ids when they are renamed and moved, and removed ones are gone", async () => {
  await save(suits, {
    groups: [group("Lapel", [choice("Peak"), choice("Notch")]), group("Vents", [choice("Two")])],
  });
  const before = (await found())?.groups ?? [];
  const [lapel, vents] = before;
  const renamed = choice("Broad peak", 100, lapel?.choices[0]?.id ?? "");
  await save(suits, {
    version: 1,
    groups: [
      group("Vents", [choice("Two", 0, vents?.choices[0]?.id ?? "")], vents?.id),
      group("Lapels", [renamed], lapel?.id),
    ],
  });
  const after = (await found())?.groups ?? [];
  expect(after.map(({ id, name }) => [id, name])).toEqual([
    [vents?.id, "Vents"],
    [lapel?.id, "Lapels"],
  ]);
  expect(after[1]?.choices.map(({ id, name }) => [id, name])).toEqual([
    [lapel?.choices[0]?.id, "Broad peak"],
  ]);
});

test("what a choice changes on the pattern is stored, logged, and read by the names that a contract holds", async () => {
  const knee = { ...choice("Knee"), effect: "length:knee" };
  const covered = { ...choice("Covered"), effect: "by_hand", effectNote: "covered buttons" };
  const groups = [group("Length", [knee]), group("Front", [covered])];
  expect(await save(suits, { groups })).toMatchObject({ ok: true });
  expect(await listChoiceEffects(database.db, suitId)).toEqual([
    { group: "Length", choice: "Knee", effect: { kind: "style", style: "length:knee" } },
    { group: "Front", choice: "Covered", effect: { kind: "by_hand", note: "covered buttons" } },
  ]);
  const { form } = await formOf(suits);
  expect(form.groups.map(({ choices }) => choices[0]?.effect)).toEqual(["length:knee", "by_hand"]);
  const [entry] = await database.db.select().from(auditLog);
  expect(JSON.stringify(entry)).toContain("covered buttons");
});

test("a garment type tells its owner of choices that say nothing of the pattern", async () => {
  const unsaid = { ...choice("Peak"), effect: null };
  const hidden = { ...unsaid, name: "Shawl", offered: false };
  await save(suits, { groups: [{ ...group("Lapel", []), choices: [unsaid, hidden] }] });
  const listed = await listTerms(database.db, { actor: owner });
  const rows = listed.ok ? listed.value.garments : [];
  expect(rows.find(({ key }) => key === "suit")?.undescribed).toBe(1);
});

test("an id of other terms is not taken over", async () => {
  await save(suits, { groups: [group("Lapel", [choice("Peak")])] });
  const stolen = (await found())?.groups[0];
  const dress = { kind: "garment", garment: "dress" } as const;
  await save(dress, { groups: [group("Theft", [choice("Peak")], stolen?.id)] });
  expect((await found())?.groups[0]).toEqual(stolen);
});

test("another version, also of terms that were never saved, is refused and changes nothing", async () => {
  expect(await save(suits, { version: 3 })).toEqual({ ok: false, error: "conflict" });
  await save(suits, { extraDays: 20 });
  for (const version of [0, 2]) {
    expect(await save(suits, { version, extraDays: 5 })).toEqual({ ok: false, error: "conflict" });
  }
  expect((await found())?.extraDays).toBe(20);
  const both = await Promise.all([save(suits, { version: 1 }), save(suits, { version: 1 })]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
});

test("an unknown image, cloth or product is refused as a whole", async () => {
  const of = (changed: Partial<ReturnType<typeof choice>>) => [
    { ...group("Cloth", [{ ...choice("Navy"), ...changed }]), kind: "cloth" as const },
  ];
  expect(await save(suits, { groups: of({ mediaId: newId() }) })).toMatchObject({
    error: "no_image",
  });
  expect(await save(suits, { groups: of({ clothId: newId() }) })).toMatchObject({
    error: "no_cloth",
  });
  const unknown = { kind: "product", productId: newId() } as const;
  expect(await save(unknown)).toMatchObject({ error: "not_found" });
  expect(await database.db.$count(madeToMeasureTerms)).toBe(0);
});

test("only an admin saves and reads the form", async () => {
  const actors = [
    { role: "visitor" },
    { role: "customer", userId: newId(), name: "x" },
  ] as unknown as Actor[];
  for (const actor of actors) {
    expect(await save(suits, {}, actor)).toEqual({ ok: false, error: "forbidden" });
    const form = await findTermsForm(database.db, { actor, subject: suits });
    expect(form).toEqual({ ok: false, error: "forbidden" });
  }
});

test("a product starts from copies of its garment type's options and keeps its own ones apart", async () => {
  await save(suits, { groups: [group("Lapel", [choice("Peak")])] });
  const copied = await formOf(product());
  expect(copied.form).toMatchObject({ ownOptions: "", groups: [{ id: "", name: "Lapel" }] });
  await save(product(), { ownOptions: true, groups: [group("Vents", [choice("Two")])] });
  expect((await found())?.groups.map(({ name }) => name)).toEqual(["Vents"]);
  await save(product(), { version: 1, ownOptions: false });
  expect((await found())?.groups.map(({ name }) => name)).toEqual(["Lapel"]);
  expect((await formOf(product())).form.groups.map(({ name }) => name)).toEqual(["Vents"]);
});

test("measurements that equal the default set follow it; others are the owner's own", async () => {
  await save(suits);
  expect(await database.db.select().from(madeToMeasureTerms)).toMatchObject([
    { measurements: null },
  ]);
  await save(suits, { version: 1, measurements: ["chest"] });
  expect((await found())?.measurements.required).toEqual(["chest"]);
  await save(product(), { measurements: ["chest"] });
  const rows = await database.db.select().from(madeToMeasureTerms);
  expect(rows.find(({ productId }) => productId)?.measurements).toBeNull();
});

test("a cloth is linked only in the option that is the cloth", async () => {
  const clothId = newId();
  await database.db.insert(cloths).values({ id: clothId, name: clothId });
  const navy = { ...choice("Navy"), clothId };
  await save(suits, {
    groups: [group("Lapel", [navy]), { ...group("Cloth", [navy]), kind: "cloth" }],
  });
  const linked = (await found())?.groups.map(({ choices }) => choices[0]?.cloth?.id ?? null);
  expect(linked).toEqual([null, clothId]);
});

test("a garment type's usual choice is one product's start until that product says what its images show", async () => {
  const lapel = group("Lapel", [choice("Notch"), { ...choice("Peak"), pictured: true }]);
  await save(suits, { groups: [lapel] });
  const starts = async () =>
    (await found())?.groups.map(
      ({ choices }) => choices.find(({ isPictured }) => isPictured)?.name,
    );
  expect(await starts()).toEqual(["Peak"]);
  const [option] = (await formOf(product())).inheritedOptions;
  expect(option).toMatchObject({ name: "Lapel", pictured: null, usual: option?.choices[1]?.id });
  const notch = option?.choices[0]?.id ?? "";
  await save(product(), { pictured: [notch, newId()] });
  expect(await starts()).toEqual(["Notch"]);
  const form = await formOf(product());
  expect(form.form.pictured).toEqual([notch]);
  expect(form.form.groups[0]?.choices.map(({ pictured }) => pictured)).toEqual(["on", ""]);
  expect(form.warnings).toEqual([]);
  await save(product(), { version: 1 });
  expect(await starts()).toEqual(["Peak"]);
});

test("a product's own options keep what they start with, and say so when nobody has said what the images show", async () => {
  const lapel = group("Lapel", [choice("Notch"), { ...choice("Shawl"), pictured: true }]);
  const vents = group("Vents", [choice("None"), choice("Two")]);
  await save(product(), { ownOptions: true, groups: [lapel, vents] });
  const form = await formOf(product());
  expect(form.form.groups[0]?.choices.map(({ pictured }) => pictured)).toEqual(["", "on"]);
  expect(form.warnings).toEqual([{ kind: "not_said", option: "Vents", start: "None" }]);
  expect((await found())?.groups[0]?.choices[1]).toMatchObject({ name: "Shawl", isPictured: true });
});

test("an admin finds the products that do not start as pictured, imported ones too", async () => {
  const lapel = group("Lapel", [choice("Notch"), choice("Peak")]);
  await save(suits, { groups: [lapel] });
  const listed = async () => {
    const found = await listNotAsPictured(database.db, { actor: owner });
    return found.ok ? found.value.map(({ id, warnings }) => [id, warnings]) : found.error;
  };
  expect(await listed()).toEqual([[suitId, 1]]);
  await save(suits, {
    version: 1,
    groups: [{ ...lapel, choices: [choice("Notch"), { ...choice("Peak"), pictured: true }] }],
  });
  expect(await listed()).toEqual([]);
  const refused = await listNotAsPictured(database.db, { actor: visitor });
  expect(refused).toEqual({ ok: false, error: "forbidden" });
});
