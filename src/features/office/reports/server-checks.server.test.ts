import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { deliverEmail } from "#features/base/mail/deliver-email.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import { createMailer, mailServerOf } from "#platform/mailer.server.ts";
import type { StorageTrouble } from "#platform/storage-backend.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { createMail } from "#tests/support/mails.ts";
import type { ScriptedSmtp } from "#tests/support/scripted-smtp.ts";
import { startScriptedSmtp } from "#tests/support/scripted-smtp.ts";
import { firstSteps } from "./first-steps.ts";
import { readBeginnings } from "./report-queries.server.ts";
import { checkServers, listServerProblems } from "./server-checks.server.ts";
import { listHealthProblems } from "./watch-health.server.ts";

const bench = adminSuite();
const user = { name: "rosa", password: "right" };

let smtp: ScriptedSmtp;
let mailers: Mailer[];
let trouble: StorageTrouble | null;

beforeEach(async () => {
  smtp = await startScriptedSmtp({ user });
  mailers = [];
  trouble = null;
});
afterEach(async () => {
  for (const mailer of mailers) mailer.close();
  await smtp[Symbol.asyncDispose]();
});

function mailerOf(smtpUrl: string): Mailer {
  const mailer = createMailer({ smtpUrl, from: "atelier@demerara.example", directory: "" });
  mailers.push(mailer);
  return mailer;
}
const urlWith = (password: string) => smtp.url.replace("//", `//${user.name}:${password}@`);
const check = (mailer: Mailer) =>
  checkServers({
    db: bench.db,
    clock: bench.clock,
    mailer,
    files: { check: async () => trouble },
  });
const overview = async () => {
  const found = await listHealthProblems(bench.db, {
    actor: bench.actor,
    now: bench.clock.now(),
  });
  return found.ok ? found.value : [];
};

test("a mail server that refuses the password is a problem in words, until it accepts it", async () => {
  await check(mailerOf(urlWith("wrong")));
  const [problem, ...others] = await overview();
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ problem: "mail-server", title: "Email cannot be sent" });
  expect(problem?.text).toContain("The mail server refuses the user name or password: 535 5.7.8");
  expect(problem?.text).not.toContain("wrong");
  expect(await listServerProblems(bench)).toMatchObject([{ server: "mail" }]);
  await check(mailerOf(urlWith("right")));
  expect(await overview()).toEqual([]);
});

test.each([
  ["nothing listens", () => "smtp://127.0.0.1:1", /refuses the connection/],
  ["the name does not exist", () => "smtp://mail.invalid", /name (does not exist|could not be)/],
  ["the port does not begin with TLS", () => smtp.url.replace("smtp:", "smtps:"), /smtps:\/\//],
  ["no user is given", () => smtp.url, null],
])("a mail server: %s", async (_, url, reason) => {
  await check(mailerOf(url()));
  const [problem] = await overview();
  if (reason === null) expect(problem).toBeUndefined();
  else expect(problem?.text).toMatch(reason);
});

test("a file storage that cannot be used is a problem with its cause", async () => {
  trouble = { fault: "no_bucket", message: "The bucket shop at http://store:9000 does not exist." };
  await check(mailerOf(urlWith("right")));
  expect(await overview()).toMatchObject([{ problem: "file-storage" }]);
  expect((await overview())[0]?.text).toContain(
    "The bucket shop at http://store:9000 does not exist",
  );
  trouble = null;
  await check(mailerOf(urlWith("right")));
  expect(await overview()).toEqual([]);
});

test("an email that waits for more than five minutes is shown with its reason", async () => {
  const mailId = await createMail(bench.db, { subject: "Your order", status: "queued" });
  const at = (minutes: number) => new Date(bench.clock.now().getTime() - minutes * 60_000);
  const change = (values: Partial<typeof mailOutbox.$inferInsert>) =>
    bench.db.update(mailOutbox).set(values).where(eq(mailOutbox.id, mailId));
  await change({ createdAt: at(4), attempts: 1, lastError: "The mail server did not respond" });
  expect(await overview()).toEqual([]);
  await change({ createdAt: at(6) });
  const [problem] = await overview();
  expect(problem).toMatchObject({ problem: "waiting-mail", title: "1 email waits" });
  expect(problem?.text).toContain("The mail server did not respond");
  await change({ lastError: null, sendLeaseUntil: new Date(Date.now() + 60_000) });
  expect((await overview())[0]?.text).toContain("has not confirmed");
  await change({ sendLeaseUntil: null, attempts: 0 });
  expect((await overview())[0]?.text).toContain("has not been tried");
  await change({ status: "sent" });
  expect(await overview()).toEqual([]);
});

test("the setup step is done once the mail server that is set has accepted an email", async () => {
  const step = async (url: string | null) => {
    const env = { mailServer: url && mailServerOf(url), acceptsCards: false };
    const begun = await readBeginnings(bench.db, { actor: bench.actor, env });
    const steps = begun.ok ? firstSteps(begun.value) : [];
    return steps.find(({ title }) => title === "Let mails go out");
  };
  const deliver = async (mailer: Mailer) => {
    const mailId = await createMail(bench.db, { subject: newId(), status: "queued" });
    const deps = { db: bench.db, clock: bench.clock, emails: emailRegistry, processId: newId() };
    return deliverEmail({ ...deps, mailer }, { mailId }).catch(() => "failed");
  };
  await createMail(bench.db, { subject: "Stored as a file", status: "sent" });
  expect(await step(urlWith("wrong"))).toMatchObject({ isDone: false });
  expect(await deliver(mailerOf(urlWith("wrong")))).toBe("failed");
  expect(await step(urlWith("wrong"))).toMatchObject({ isDone: false });
  expect(await deliver(mailerOf(urlWith("right")))).toBe("sent");
  expect(await step(urlWith("right"))).toMatchObject({ isDone: true });
  expect(await step("smtp://mail.other.example")).toMatchObject({ isDone: false });
  expect(await step(null)).toMatchObject({ isDone: false });
});
