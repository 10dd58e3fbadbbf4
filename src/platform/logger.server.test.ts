import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#core/app-error.ts";
import { newId } from "#core/ids.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { contactMessages } from "#db/schema/inbox.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createJobQueue } from "./job-queue.server.ts";
import { createLogger } from "./logger.server.ts";
import { createMailer } from "./mailer.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(profiles).values(account());
});
afterAll(() => database.close());

const person = {
  email: "Quamina.Zephyrine@example.com",
  name: "Quamina Zephyrine",
  phone: "+592 555 0177",
  street: "12 Oleander Passage",
};
const TOKEN = "tok3nOfTheResetLinkABCDEFGH";
const secrets = [
  ...Object.values(person),
  person.email.toLowerCase(),
  encodeURIComponent(person.email),
  "quamina",
  "zephyrine",
  "oleander",
  "0177",
  TOKEN,
];

/** A real logger and everything it has written. */
function listen() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger("debug", stream), text: () => lines.join("") };
}

const failureOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => expect.unreachable("it did not fail"),
    (error: unknown) => error,
  );

function expectNothingPersonal(text: string) {
  expect(text).not.toBe("");
  for (const secret of secrets) {
    expect(text.toLowerCase(), secret).not.toContain(secret.toLowerCase());
  }
}

const account = () => ({ name: person.name, email: person.email });

test("a unique violation is logged by its constraint, without the email that broke it", async () => {
  const { logger, text } = listen();
  const error = await failureOf(database.db.insert(profiles).values(account()));
  logger.error({ err: error }, "auth: a form could not be handled");
  expectNothingPersonal(text());
  expect(JSON.parse(text())).toMatchObject({
    err: {
      type: "DrizzleQueryError",
      cause: { code: "23505", constraint: expect.stringContaining("profiles_email") },
    },
  });
  expect(text()).toContain("insert into");
});

test("an insert that fails is logged without its values", async () => {
  const { logger, text } = listen();
  const error = await failureOf(
    database.db.insert(contactMessages).values({
      fullName: person.name,
      email: person.email,
      phone: person.phone,
      message: `I live at ${person.street}\0`,
    }),
  );
  logger.error({ err: error }, "inbox: a message was not stored");
  // Otherwise the line would repeat the error's message.
  logger.error({ err: error });
  logger.error(error);
  expectNothingPersonal(text());
});

test("measurements are logged by nobody: neither of a failed save, nor as details of a line", async () => {
  const { logger, text } = listen();
  const profile = measuredPerson(person.name, { chest: 99_173, weight: 70_501 });
  const error = await failureOf(
    addMeasuredPerson(database.db, "01933b7e-7f6a-7c3c-9d9a-2f0e8f3b1a11", profile),
  );
  logger.error({ err: error, profile, readings: profile.readings }, "measurements: not saved");
  logger.error({
    err: new Error("stopped", { cause: error }),
    request: { measures: { chest: 99_173 } },
  });
  expectNothingPersonal(text());
  expect(text()).toContain("measurement_profiles_user_id");
  expect(text()).not.toContain("chest");
  expect(findMeasured({ chest: 99_173, weight: 70_501 })(text())).toBe(false);
});

test.each([
  ["a value of a wrong type", sql`select ${person.name}::uuid`],
  ["a value that is no number", sql`select ${person.phone}::int`],
  ["broken JSON", sql`select ${`{"name": "${person.name}", ${person.email}`}::jsonb`],
  [
    "a row that breaks a rule",
    sql`insert into customer_notes (id, email, author_name, note)
    values (${newId()}, ${person.email}, ${person.name}, ${person.street})`,
  ],
  [
    "an exception with a hint",
    sql`do ${sql.raw(`$$ begin raise exception 'cannot ship to ${person.email}'
    using detail = 'Key (email)=(${person.email})', hint = 'write to ${person.street}'; end $$`)}`,
  ],
])("of %s Postgres quotes in its error, nothing is logged", async (_, statement) => {
  const { logger, text } = listen();
  const error = await failureOf(database.db.execute(statement));
  logger.error({ err: error }, "request failed");
  expect(text()).toContain("request failed");
  expectNothingPersonal(text());
});

test("a refused email is logged without its recipient and the host's copy of it", async () => {
  const host = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(
        Object.assign(new Error(`5.1.1 <${address}>: ${person.name} is unknown`), {
          responseCode: 550,
        }),
      ),
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const { port } = host.server.address() as { port: number };
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "shop@example.org",
    directory: "unused",
  });
  const { logger, text } = listen();
  const error = await failureOf(
    mailer.send(
      {
        id: newId(),
        to: person.email,
        replyTo: null,
        unsubscribeUrl: null,
        subject: `Dear ${person.name}`,
        text: person.street,
        html: person.phone,
      },
      async () => undefined,
    ),
  );
  logger.warn({ err: error, job: "send-mail" }, "jobs: failed");
  expect(text()).toContain("RCPT TO");
  expectNothingPersonal(text().replace(/\d+\.\d+\.\d+\.\d+/g, ""));
  mailer.close();
  await new Promise<void>((resolve) => host.close(() => resolve()));
});

test("a payment message that cannot be applied is logged without its buyer", async () => {
  const { logger, text } = listen();
  const error = await failureOf(
    database.db.insert(orders).values({
      customerEmail: person.email,
      subtotalMinor: 100,
      totalMinor: 90,
      shippingAddress: {
        fullName: person.name,
        phone: person.phone,
        line1: person.street,
        line2: "",
        city: "Georgetown",
        region: "",
        postalCode: "",
        country: "GY",
      },
    }),
  );
  const failure = new AppError("payment_provider", `The buyer ${person.email} was refused`, {
    cause: Object.assign(new Error("No such customer", { cause: error }), {
      raw: { customer_details: { email: person.email, phone: person.phone } },
      headers: { authorization: TOKEN },
    }),
  });
  logger.error({ err: failure, eventId: "evt_1" }, "payments: a message could not be applied");
  expectNothingPersonal(text());
  expect(JSON.parse(text())).toMatchObject({ eventId: "evt_1", err: { code: "payment_provider" } });
});

test("an error inside other details is cleaned too, and personal fields are hidden by name", async () => {
  const { logger, text } = listen();
  const error = await failureOf(database.db.execute(sql`select ${person.name}::uuid`));
  logger.error(
    { details: [error, { deep: { error, user: account() } }] },
    `auth: ${person.email} failed`,
  );
  logger.info(
    {
      customer: {
        fullName: person.name,
        Phone: person.phone,
        shippingAddress: { line1: person.street },
      },
    },
    "an order of %s",
    person.email,
  );
  expectNothingPersonal(text());
});

test("a path or URL is logged without its query, emails and link secrets", () => {
  const { logger, text } = listen();
  const email = encodeURIComponent(person.email);
  logger.error({ path: `/auth/reset?token=${TOKEN}` }, "request failed");
  logger.info({ path: `/store-credit/${TOKEN}` }, "page not found");
  logger.info({ path: `/order-lookup/${email}/x` }, "page not found");
  logger.warn(
    { err: new Error(`fetch of https://shop.example/a?email=${email}&token=${TOKEN} failed`) },
    "request failed",
  );
  expectNothingPersonal(text());
  expect(text()).toContain("/auth/reset");
  expect(text()).toContain("/store-credit/");
});

test.each([
  ["an order's confirmation and measuring", "ab12".repeat(12)],
  ["store credit and a proposed change", "ab12".repeat(16)],
  ["a reset and an invitation", "aB3-".repeat(8)],
  ["a garment, behind its id and day", `${newId()}.t5k3q1.${"ab12".repeat(16)}`],
])("the secret of a link to %s is in no logged path, however the path goes on", (_of, secret) => {
  for (const end of ["", ".data", "/", ".", ")", "/more", "%20"]) {
    const { logger, text } = listen();
    logger.error({ path: `/garment/${secret}${end}` }, "request failed");
    expect(text()).not.toContain(secret.split(".").at(-1));
    expect(text()).toContain("/garment/");
  }
});

test("what the address of a private page shows of its link stays readable", () => {
  const { logger, text } = listen();
  const path = `/garment/${"ab12".repeat(8)}`;
  logger.error({ path }, "request failed");
  expect(JSON.parse(text())).toMatchObject({ path });
});

test("ids, codes and addresses of the shop stay readable", () => {
  const { logger, text } = listen();
  const orderId = newId();
  logger.error(
    {
      orderId,
      path: "/product/kaieteur-gown-with-a-very-long-readable-name",
      method: "POST",
      err: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
        code: "ECONNREFUSED",
      }),
    },
    "request failed",
  );
  const line = JSON.parse(text());
  expect(line).toMatchObject({
    orderId,
    method: "POST",
    msg: "request failed",
    path: "/product/kaieteur-gown-with-a-very-long-readable-name",
    err: { type: "Error", message: "connect ECONNREFUSED 127.0.0.1:5432", code: "ECONNREFUSED" },
  });
  expect(line.err.stack).toContain("logger.server.test.ts");
});

test("no email in any part of any error reaches the log, and logging never throws", () => {
  const anyLocal = fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,20}$/);
  fc.assert(
    fc.property(anyLocal, fc.string(), fc.string(), (local, before, after) => {
      const { logger, text } = listen();
      const email = `${local}@zephyrine.example`;
      const said = `${before} ${email} ${after}`;
      const error = Object.assign(new Error(said), { detail: said, where: said, code: said });
      logger.error({ err: new Error(said, { cause: error }), path: said, note: [said] }, said);
      expect(text()).not.toContain("zephyrine");
    }),
    { numRuns: 200 },
  );
});

test("the queue stores and logs why a job failed without the values of its statement", async () => {
  const { logger, text } = listen();
  const running = createJobQueue({ databaseUrl: database.url, logger });
  const failing = async () => {
    await database.db.insert(profiles).values(account());
  };
  const idle = async () => undefined;
  const handlers = new Proxy({} as never, {
    get: (_, name) => (name === "send-mail" ? failing : idle),
  });
  await running.start(handlers);
  await running.queue.send("send-mail", { mailId: newId() });
  const findStored = async () => {
    const { rows } = await database.db.execute<{ said: string }>(
      sql`select output::text as said from pgboss.job where name = 'send-mail' and output is not null`,
    );
    return rows[0]?.said ?? "";
  };
  await expect.poll(findStored).not.toBe("");
  await running.stop();
  expectNothingPersonal(await findStored());
  expect(text()).toContain("jobs: failed");
  expectNothingPersonal(text());
});
