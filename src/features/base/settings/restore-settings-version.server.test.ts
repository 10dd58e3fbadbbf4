import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import {
  previewSettingsRestore,
  restoreSettingsVersion,
} from "./restore-settings-version.server.ts";

const bench = adminSuite();

async function entryOf(subjectId: string, before: Record<string, unknown>): Promise<string> {
  const change = { action: "changed", subject: "settings", subjectId, before } as const;
  await bench.db.delete(auditLog);
  await recordChanges(bench.db, bench.actor, [{ ...change, after: {} }]);
  const [entry] = await bench.db.select().from(auditLog);
  return entry?.id ?? "";
}
const restore = (entryId: string, version = 1) =>
  restoreSettingsVersion(bench, { actor: bench.actor, entryId, version });

async function announcement() {
  const [row] = await bench.db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.settingName, "announcement"));
  return row;
}

test("a setting is as it was; its version and the public's pages follow", async () => {
  await bench.db
    .insert(siteSettings)
    .values({ settingName: "announcement", settingValue: { text: "Now" } });
  const entryId = await entryOf("announcement", { text: "Before" });
  const requested = { actor: bench.actor, entryId };
  expect(await previewSettingsRestore(bench.db, requested)).toEqual({
    ok: true,
    value: { version: 1, now: { text: "Now" }, restored: { text: "Before" } },
  });
  expect(await restore(entryId, 3)).toEqual({ ok: false, error: "conflict" });
  expect(await restore(entryId)).toEqual({ ok: true, value: null });
  expect(await announcement()).toMatchObject({ settingValue: { text: "Before" }, version: 2 });
  expect(bench.settled).toHaveLength(1);
  expect(await restore(entryId, 2)).toEqual({ ok: false, error: "nothing" });
  expect(await bench.db.select().from(auditLog).orderBy(asc(auditLog.id))).toMatchObject([
    { action: "changed" },
    { action: "restored", before: { text: "Now" }, after: { text: "Before" } },
  ]);
});

test("payment keys and what the shop would not take today are refused", async () => {
  const keys = await entryOf("integrations", { secretHint: "1234" });
  expect(await restore(keys)).toEqual({ ok: false, error: "no_secret" });
  const odd = await entryOf("announcement", { text: 7 });
  expect(await restore(odd)).toEqual({ ok: false, error: "unreadable" });
  const missing = await entryOf("announcement", { text: "Before" });
  expect(await restore(missing)).toEqual({ ok: false, error: "not_found" });
});

test("nobody but an admin puts a setting back", async () => {
  const entryId = await entryOf("announcement", { text: "Before" });
  for (const actor of bench.strangers) {
    const forbidden = { ok: false, error: "forbidden" };
    expect(await previewSettingsRestore(bench.db, { actor, entryId })).toEqual(forbidden);
    expect(await restoreSettingsVersion(bench, { actor, entryId, version: 1 })).toEqual(forbidden);
  }
});
