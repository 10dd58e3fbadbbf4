import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import { changeEntries, deleteEntry, replyToEntry } from "./change-entries.server.ts";
import type { EntryStatus } from "./inbox-entry.ts";
import { findInboxEntry } from "./inbox-list-queries.server.ts";

const bench = adminSuite();
let jobs: string[];
beforeEach(() => {
  jobs = [];
});

const deps = () => ({
  db: bench.db,
  clock: bench.clock,
  jobs: { send: async (name: string) => void jobs.push(name) },
  publicUrl: "https://shop.example",
});
const reply = (entryId: string, changes: Partial<Parameters<typeof replyToEntry>[1]> = {}) =>
  replyToEntry(deps(), {
    actor: bench.actor,
    entryId,
    key: "key",
    body: "Dear Asha,\n\nIt is here.\nCome by!",
    ...changes,
  });
const change = (status: EntryStatus, ...ids: string[]) =>
  changeEntries(deps(), { actor: bench.actor, changes: ids.map((id) => ({ id, status })) });
const inquiry = async (id: string) =>
  (await bench.db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.id, id)))[0];
const message = async (id: string) =>
  (await bench.db.select().from(contactMessages).where(eq(contactMessages.id, id)))[0];
const log = () => bench.db.select().from(auditLog).orderBy(auditLog.id);

describe("a reply to an inbox entry", () => {
  it("is emailed with the original text and the shop's Reply-To, and sets the status", async () => {
    await bench.db.insert(siteSettings).values({
      settingName: "general",
      settingValue: { siteName: "Maison Rosa", contactEmail: "rosa@shop.example" },
    });
    const entryId = await addInquiry(bench.db);
    expect(await reply(entryId)).toMatchObject({ ok: true });
    expect(await inquiry(entryId)).toMatchObject({
      status: "answered",
      respondedAt: bench.clock.now(),
    });
    const [mail, ...others] = await bench.db.select().from(mailOutbox);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: "inbox-reply",
      recipient: "asha@example.com",
      replyTo: "rosa@shop.example",
      subject: "Re: Your inquiry about Kaieteur Gown",
      status: "queued",
    });
    for (const text of ["It is here.\nCome by!", "About: Kaieteur Gown", "Is it lined?"]) {
      expect(mail?.textBody).toContain(text);
    }
    expect(mail?.htmlBody).toContain("It is here.<br>Come by!");
    expect(jobs).toEqual(["send-mail"]);
    expect(await findInboxEntry(bench.db, { actor: bench.actor, entryId })).toMatchObject({
      value: { replies: [{ authorName: "Rosa", mail: { id: mail?.id, status: "queued" } }] },
    });
  });

  it("is sent once per press, and again with another text", async () => {
    const entryId = await addMessage(bench.db);
    const [first, ...again] = await Promise.all([reply(entryId), reply(entryId), reply(entryId)]);
    expect(again).toEqual([first, first]);
    expect(await bench.db.select().from(mailOutbox)).toHaveLength(1);
    await reply(entryId, { body: "And one more thing." });
    expect(await bench.db.select().from(inboxReplies)).toHaveLength(2);
  });

  it("counts for the deadline when it is the first, and reopens a closed entry", async () => {
    const entryId = await addMessage(bench.db);
    await reply(entryId);
    const repliedAt = bench.clock.now();
    await change("closed", entryId);
    bench.clock.advance(3_600_000);
    await reply(entryId, { key: "second" });
    expect(await message(entryId)).toMatchObject({
      status: "answered",
      respondedAt: repliedAt,
      closedAt: null,
    });
  });

  it.each([
    ["volunteer", "", "Re: Volunteering with New Dawn"],
    ["contact", "Opening hours", "Re: Opening hours"],
  ] as const)("to a %s message has its subject", async (kind, subject, expected) => {
    await reply(await addMessage(bench.db, { kind, subject }));
    expect(await bench.db.select().from(mailOutbox)).toMatchObject([{ subject: expected }]);
  });

  it("is not sent to an unreachable email or a deleted entry", async () => {
    const entryId = await addInquiry(bench.db, { email: "asha@example" });
    expect(await reply(entryId)).toEqual({ ok: false, error: "no_address" });
    expect(await inquiry(entryId)).toMatchObject({ status: "new", respondedAt: null });
    expect(await reply("nonsense")).toEqual({ ok: false, error: "not_found" });
    expect(await bench.db.select().from(mailOutbox)).toEqual([]);
  });
});

describe("a status set by the admin", () => {
  it("changes many entries at once and can be undone", async () => {
    const ids = [await addInquiry(bench.db), await addMessage(bench.db)];
    const closed = await change("closed", ...ids);
    expect(await inquiry(ids[0] ?? "")).toMatchObject({
      status: "closed",
      closedAt: bench.clock.now(),
    });
    if (!closed.ok) throw new Error(closed.error);
    expect(closed.value.undo.map(({ status }) => status)).toEqual(["new", "new"]);
    await changeEntries(deps(), { actor: bench.actor, changes: closed.value.undo });
    expect(await message(ids[1] ?? "")).toMatchObject({ status: "new", closedAt: null });
  });

  it("can be answered, and counts down again when undone", async () => {
    const id = await addInquiry(bench.db);
    await change("answered", id);
    expect(await inquiry(id)).toMatchObject({ respondedAt: bench.clock.now() });
    await change("new", id);
    expect(await inquiry(id)).toMatchObject({ status: "new", respondedAt: null });
  });

  it("is logged without the sender", async () => {
    const id = await addInquiry(bench.db);
    await change("closed", id);
    await change("closed", id);
    await reply(id);
    await deleteEntry(deps(), { actor: bench.actor, entryId: id });
    expect(await log()).toMatchObject([
      {
        action: "closed",
        subject: "inquiry",
        subjectId: id,
        before: { name: "Kaieteur Gown", status: "new" },
        after: { name: "Kaieteur Gown", status: "closed" },
      },
      { action: "answered", before: { status: "closed" }, after: { status: "answered" } },
      { action: "deleted", before: { status: "answered" }, after: null },
    ]);
    expect(JSON.stringify(await log())).not.toMatch(/asha|persaud/i);
  });

  it("changes all or nothing", async () => {
    const id = await addMessage(bench.db);
    const gone = await change("closed", id, "0198f000-0000-7000-8000-000000000001");
    expect(gone).toEqual({ ok: false, error: "not_found" });
    expect(await message(id)).toMatchObject({ status: "new" });
  });
});

it("is deleted with its replies, and the others stay", async () => {
  const spam = await addMessage(bench.db);
  const stored = await addMessage(bench.db);
  await reply(spam);
  const deleted = await deleteEntry(deps(), { actor: bench.actor, entryId: spam });
  expect(deleted).toEqual({ ok: true, value: null });
  expect(await message(spam)).toBeUndefined();
  expect(await message(stored)).toBeDefined();
  expect(await bench.db.select().from(inboxReplies)).toEqual([]);
});

it("is only for admins, like replies and deletion", async () => {
  const id = await addMessage(bench.db);
  for (const actor of bench.strangers) {
    const refused = { ok: false, error: "forbidden" };
    expect(await reply(id, { actor })).toEqual(refused);
    const changes = [{ id, status: "closed" as const }];
    expect(await changeEntries(deps(), { actor, changes })).toEqual(refused);
    expect(await deleteEntry(deps(), { actor, entryId: id })).toEqual(refused);
  }
  expect(await message(id)).toMatchObject({ status: "new" });
});
