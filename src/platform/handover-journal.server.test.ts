import { appendFile, mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deleteOldJournals, openHandoverJournal } from "./handover-journal.server.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "atelier-journal-"));
  folder = join(root, "mail-handovers");
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("another process reads what the last attempt of an email reached", () => {
  const journal = openHandoverJournal(folder, "killed", "boot");
  const reader = openHandoverJournal(folder, "next", "boot");
  expect(reader.read("killed", "a")).toBeNull();
  journal.recordEnd("a");
  expect([reader.read("killed", "a"), reader.read("killed", "b")]).toEqual(["ended", "none"]);
  journal.recordReply("a", "none");
  journal.recordEnd("b");
  expect([reader.read("killed", "a"), reader.read("killed", "b")]).toEqual(["none", "ended"]);
  journal.recordReply("b", "accepted");
  expect(reader.read("killed", "b")).toBe("accepted");
  expect(reader.read("nobody", "b")).toBeNull();
});

test("a line that the kill cut short counts as unwritten", async () => {
  const journal = openHandoverJournal(folder, "killed", "boot");
  journal.recordEnd("a");
  await appendFile(join(folder, "killed"), '["boot","b","en');
  expect([journal.read("killed", "a"), journal.read("killed", "b")]).toEqual(["ended", "none"]);
});

test("nothing is known of the time before the machine started, or on a machine that does not name its starts", () => {
  openHandoverJournal(folder, "killed", "earlier").recordEnd("a");
  expect(openHandoverJournal(folder, "next", "later").read("killed", "a")).toBeNull();
  expect(openHandoverJournal(folder, "next", null).read("killed", "a")).toBeNull();
});

test("an end that cannot be recorded throws, a reply does not", async () => {
  await appendFile(folder, "a file where the folder belongs");
  const journal = openHandoverJournal(folder, "one", "boot");
  expect(() => journal.recordEnd("a")).toThrow();
  expect(() => journal.recordReply("a", "accepted")).not.toThrow();
});

test("journals belong to the shop's user and are deleted after a week", async () => {
  openHandoverJournal(folder, "old", "boot").recordEnd("a");
  openHandoverJournal(folder, "new", "boot").recordEnd("a");
  expect((await stat(join(folder, "old"))).mode & 0o777).toBe(0o600);
  const now = new Date();
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  await utimes(join(folder, "old"), weekAgo, weekAgo);
  expect(await deleteOldJournals(folder, now)).toBe(1);
  expect(await readdir(folder)).toEqual(["new"]);
  expect(await deleteOldJournals(join(root, "none"), now)).toBe(0);
});
