import { describe, expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { recordBackup } from "./backup-record.server.ts";
import { clearFailures, listFailures, recordFailure } from "./operational-failures.server.ts";
import { listHealthProblems, watchHealth } from "./watch-health.server.ts";

const bench = adminSuite();

const MONDAY = "2026-11-23T12:00:00Z";
const GIGABYTE = 1_000_000_000;

async function watch(now: string, changes: { freeBytes?: number; backupDir?: string } = {}) {
  bench.clock.set(now);
  return watchHealth({
    db: bench.db,
    clock: bench.clock,
    publicUrl: "https://shop.example",
    jobs: { send: async () => undefined },
    env: { BACKUP_DIR: changes.backupDir, BACKUP_EVERY_HOURS: 24 },
    findFreeBytes: async () => changes.freeBytes ?? 50 * GIGABYTE,
  });
}

const subjects = async () =>
  (await bench.db.select().from(mailOutbox).orderBy(mailOutbox.id)).map(({ subject }) => subject);
const fails = async (times: number, ...failure: [Parameters<typeof recordFailure>[1], string]) => {
  for (let n = 0; n < times; n += 1) await recordFailure(bench, ...failure);
};

test("a healthy shop sends nothing and stores nothing", async () => {
  expect(await watch(MONDAY)).toEqual([]);
  expect(await subjects()).toEqual([]);
});

test("a problem is emailed once a day to the contact address, and once when it is over", async () => {
  const low = { freeBytes: 0.4 * GIGABYTE };
  await watch(MONDAY, low);
  await watch("2026-11-23T18:00:00Z", low);
  expect(await subjects()).toEqual(["Demerara Atelier: the disk is almost full"]);
  const [mail] = await bench.db.select().from(mailOutbox);
  expect(mail).toMatchObject({ recipient: "atelier@demerara.example" });
  expect(mail?.textBody).toContain("400 MB are free");
  expect(
    await listHealthProblems(bench.db, { actor: bench.actor, now: bench.clock.now() }),
  ).toMatchObject({
    value: [{ problem: "disk" }],
  });
  await watch("2026-11-24T12:00:00Z", low);
  expect(await subjects()).toHaveLength(2);
  await watch("2026-11-24T13:00:00Z");
  await watch("2026-11-24T14:00:00Z");
  expect((await subjects()).slice(2)).toEqual(["Demerara Atelier: over: the disk is almost full"]);
  await bench.db.update(mailOutbox).set({ status: "sent" });
  expect(
    await listHealthProblems(bench.db, { actor: bench.actor, now: bench.clock.now() }),
  ).toMatchObject({ value: [] });
});

test("unpaid orders of strangers that use up their share are reported once, and the report is over with them", async () => {
  bench.clock.set(MONDAY);
  const addOrder = async (because: "share_used" | "too_large") => {
    const reservedUntil = new Date(bench.clock.now().getTime() + 30 * 60_000);
    const order = {
      customerEmail: "a@example.com",
      reservedUntil,
      subtotalMinor: 0,
      totalMinor: 0,
    };
    const [row] = await bench.db.insert(orders).values(order).returning({ id: orders.id });
    const hold = { isHeld: false, unheldBecause: because, isStranger: true, holderKeys: [] };
    await bench.db.insert(atelierHolds).values({ orderId: row?.id ?? "", ...hold });
  };
  for (let n = 0; n < 4; n += 1) await addOrder("too_large");
  expect(await watch(MONDAY)).toEqual([]);
  await addOrder("share_used");
  expect(await watch(MONDAY)).toMatchObject([
    {
      problem: "unpaid-orders",
      text: expect.stringContaining("5 unpaid orders of strangers wait"),
    },
  ]);
  await watch("2026-11-23T12:10:00Z");
  const subject = "unpaid orders use up what strangers may hold";
  expect(await subjects()).toEqual([`Demerara Atelier: ${subject}`]);
  expect(await watch("2026-11-23T12:31:00Z")).toEqual([]);
  expect(await subjects()).toHaveLength(2);
});

test("several problems get an email each", async () => {
  bench.clock.set(MONDAY);
  await fails(3, "webhook:signature", "The signature does not match");
  await fails(1, "given-up:prepare-image", "no such image");
  await recordBackup(bench.db, {
    failure: { at: new Date(MONDAY), reason: "the disk is full" },
  });
  const found = await watch(MONDAY, { freeBytes: 0, backupDir: "/backups" });
  expect(found.map(({ problem }) => problem)).toEqual(["webhooks", "jobs", "disk", "backups"]);
  expect(new Set(await subjects()).size).toBe(4);
});

describe("payment messages", () => {
  test("are reported when three in a row are refused, and not for one stranger's", async () => {
    bench.clock.set(MONDAY);
    await fails(2, "webhook:signature", "no match");
    expect(await watch(MONDAY)).toEqual([]);
    await fails(1, "webhook:signature", "no match");
    const [report] = await watch(MONDAY);
    expect(report).toMatchObject({ problem: "webhooks" });
    expect(report?.text).toContain("3 messages with a wrong signature");
    await clearFailures(bench.db, ["webhook:signature", "webhook:processing"]);
    expect(await watch(MONDAY)).toEqual([]);
  });

  test("that cannot be processed are reported with the reason", async () => {
    bench.clock.set(MONDAY);
    await fails(3, "webhook:processing", "DrizzleQueryError");
    expect((await watch(MONDAY))[0]?.text).toContain("DrizzleQueryError");
  });
});

describe("jobs", () => {
  test("are reported after three failures of the schedule, or one that spent its retries", async () => {
    bench.clock.set(MONDAY);
    await fails(2, "job:watch-stock", "timeout");
    expect(await watch(MONDAY)).toEqual([]);
    await fails(1, "job:watch-stock", "timeout");
    await fails(1, "given-up:send-mail", "no route");
    const [report] = await watch(MONDAY);
    expect(report?.text).toMatch(
      /send-mail \(1 time: no route\).*watch-stock \(3 times: timeout\)/,
    );
  });

  test("are forgotten after a quiet day, and a later failure begins a new count", async () => {
    bench.clock.set(MONDAY);
    await fails(5, "job:watch-stock", "timeout");
    bench.clock.set("2026-11-24T12:00:01Z");
    expect(await listFailures(bench)).toEqual([]);
    await fails(1, "job:watch-stock", "timeout");
    expect(await listFailures(bench)).toMatchObject([{ source: "job:watch-stock", count: 1 }]);
  });

  test("that fail at once in two processes are both counted", async () => {
    bench.clock.set(MONDAY);
    await Promise.all(
      Array.from({ length: 10 }, () => recordFailure(bench, "job:watch-stock", "timeout")),
    );
    expect(await listFailures(bench)).toMatchObject([{ count: 10 }]);
  });
});

describe("backups", () => {
  const good = (at: string) => ({
    lastGood: { at: new Date(at), file: "shop.tar.gz", bytes: 1, everyHours: 24 },
  });

  test("are reported when one failed, with the last good one, until one succeeds", async () => {
    await recordBackup(bench.db, good("2026-11-22T07:25:00Z"));
    await recordBackup(bench.db, {
      failure: { at: new Date("2026-11-23T07:25:00Z"), reason: "the disk is full" },
    });
    const [report] = await watch(MONDAY, { backupDir: "/backups" });
    expect(report?.text).toContain("the disk is full");
    expect(report?.text).toContain("22 November 2026");
    await recordBackup(bench.db, good(MONDAY));
    expect(await watch(MONDAY, { backupDir: "/backups" })).toEqual([]);
  });

  test("are reported when the last one lacks files, whoever made it, until one is whole", async () => {
    await recordBackup(bench.db, good("2026-11-22T07:25:00Z"));
    const lostFiles = Array.from({ length: 12 }, (_, n) => `media/fit/${n}.webp`);
    await recordBackup(bench.db, {
      incomplete: { at: new Date("2026-11-23T07:25:00Z"), file: "stick.tar.gz", lostFiles },
    });
    const [scheduled] = await watch(MONDAY, { backupDir: "/backups" });
    expect(scheduled).toMatchObject({ problem: "backups", title: "The backup is not whole" });
    expect(scheduled?.text).toContain("lacks 12 files");
    expect(scheduled?.text).toMatch(/media\/fit\/9\.webp and 2 more\..*22 November 2026/);
    const [byHand] = await watch(MONDAY);
    expect(byHand?.text).toContain("(stick.tar.gz)");
    await recordBackup(bench.db, { ...good(MONDAY), incomplete: null });
    expect(await watch(MONDAY, { backupDir: "/backups" })).toEqual([]);
  });

  test("are reported when the last good one is older than two turns", async () => {
    await recordBackup(bench.db, good("2026-11-21T12:00:00Z"));
    expect(await watch(MONDAY, { backupDir: "/backups" })).toEqual([]);
    const [report] = await watch("2026-11-23T12:00:01Z", { backupDir: "/backups" });
    expect(report).toMatchObject({ problem: "backups", title: "The backup is overdue" });
    expect(await watch("2026-11-23T12:00:01Z")).toEqual([]);
  });
});

test("the problems are for admins only", async () => {
  expect(await listHealthProblems(bench.db, { actor: visitor, now: bench.clock.now() })).toEqual({
    ok: false,
    error: "forbidden",
  });
});
