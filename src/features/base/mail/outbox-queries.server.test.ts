import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createMail } from "#tests/support/mails.ts";
import type { EmailStatus } from "./outbox.ts";
import { readOutboxFilter } from "./outbox.ts";
import { findOutboxEmail, listOutbox } from "./outbox-queries.server.ts";

const admin: Actor = { role: "admin", userId: "1", name: "Rosa", email: "rosa@staff.invalid" };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

const write = (subject: string, status: EmailStatus = "sent") =>
  createMail(database.db, { subject, status });

const list = (query: string, actor: Actor = admin) =>
  listOutbox(database.db, { actor, filter: readOutboxFilter(new URLSearchParams(query)) });

test("the outbox shows the newest first, counts each status and can show one of them", async () => {
  await write("first", "failed");
  await write("second");
  await write("third");
  expect(await list("")).toMatchObject({
    ok: true,
    value: {
      counts: { failed: 1, sent: 2 },
      rows: [{ subject: "third" }, { subject: "second" }, { subject: "first" }],
    },
  });
  expect(await list("status=failed")).toMatchObject({
    value: { rows: [{ subject: "first", lastError: "refused" }], pageCount: 1 },
  });
});

test("a search finds part of a recipient or a subject in any case and accent, with the counts of what it found", async () => {
  await write("Your order, Siobhán", "failed");
  await write("Your invoice");
  for (const text of ["SIOBHAN", "siobhán", "order, siob"]) {
    expect(await list(`q=${encodeURIComponent(text)}`)).toMatchObject({
      value: { counts: { failed: 1 }, rows: [{ subject: "Your order, Siobhán" }], pageCount: 1 },
    });
  }
  expect(await list("q=ROSA%40example")).toMatchObject({
    value: { counts: { failed: 1, sent: 1 } },
  });
  expect(await list("q=siobhan&status=sent")).toMatchObject({ value: { rows: [] } });
  expect(await list("q=100%25")).toMatchObject({ value: { rows: [], counts: {} } });
});

test("the list leaves the mails' words out; one mail brings them", async () => {
  const mailId = await write("Your order");
  const listed = await list("");
  expect(listed.ok && listed.value.rows[0]).not.toHaveProperty("htmlBody");
  expect(await findOutboxEmail(database.db, { actor: admin, mailId })).toMatchObject({
    ok: true,
    value: { textBody: "text of Your order", htmlBody: "<p>Your order</p>" },
  });
});

test("the secret of a link is for the mailbox alone", async () => {
  const mailId = await write(
    "https://shop.test/auth/reset?token=s3cr3t-Token_1 and &amp;token=s3cr3t",
  );
  const found = await findOutboxEmail(database.db, { actor: admin, mailId });
  const mail = found.ok ? found.value : null;
  expect(mail?.textBody).toContain("/auth/reset?token=... and &amp;token=...");
  expect(`${mail?.textBody} ${mail?.htmlBody}`).not.toContain("s3cr3t");
});

test("an id that is malformed or nobody's is no mail", async () => {
  for (const mailId of ["nonsense", "8a6e0804-2bd0-4672-b79d-d97027f9071a"]) {
    expect(await findOutboxEmail(database.db, { actor: admin, mailId })).toEqual({
      ok: true,
      value: null,
    });
  }
});

test("nobody but an admin reads mails", async () => {
  const mailId = await write("Your order");
  const forbidden = { ok: false, error: "forbidden" };
  for (const actor of [visitor, { ...admin, role: "customer" } as const]) {
    expect(await list("", actor)).toEqual(forbidden);
    expect(await findOutboxEmail(database.db, { actor, mailId })).toEqual(forbidden);
  }
});
