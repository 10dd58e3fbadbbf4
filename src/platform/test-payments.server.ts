import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { addMoney, money } from "#core/money-amount.ts";
import { batched } from "#db/batch-statements.server.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import { testPaymentSessions } from "#db/schema/payments.server.ts";
import type { Clock } from "./clock.server.ts";
import type {
  PaymentProvider,
  PaymentRequest,
  PaymentSession,
  ProviderRefund,
  RefundRequest,
  SessionEvent,
} from "./payments.server.ts";
import { SESSION_ID_PLACEHOLDER } from "./payments.server.ts";

const moneySchema = z.object({ minorUnits: z.number().int(), currency: z.enum(["USD", "GYD"]) });

const addressSchema = z.object({
  fullName: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

const dayRange = z.object({ from: z.string(), until: z.string() });

const requestRecord = z.object({
  shop: z.string().default(""),
  reference: z.string(),
  kind: z.enum(["order", "donation"]),
  customerEmail: z.string(),
  accountId: z.string().nullable().default(null),
  lines: z.array(
    z.object({
      name: z.string(),
      detail: z.string(),
      imageUrl: z.string().nullable(),
      swatch: z
        .object({
          name: z.string(),
          imageUrl: z.string().nullable(),
          colorHex: z.string(),
          sentence: z.string(),
        })
        .nullable()
        .default(null),
      quantity: z.number().int(),
      total: moneySchema,
    }),
  ),
  credit: moneySchema.nullable().default(null),
  total: moneySchema,
  notice: z.string().nullable().default(null),
  shippingOptions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      promise: z.string(),
      price: moneySchema,
      onlyCountries: z.array(z.string()).nullable(),
      exceptCountries: z.array(z.string()),
      onlyCity: z.string().nullable(),
      arrives: dayRange.nullable().default(null),
      needBy: z.string().nullish(),
    }),
  ),
  destination: z.object({ country: z.string(), city: z.string() }).nullable().default(null),
  automaticTax: z.boolean().default(false),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.coerce.date(),
}) satisfies z.ZodType<PaymentRequest, unknown>;

const outcomeRecord = z.object({
  optionId: z.string().nullable(),
  address: addressSchema.nullable(),
  buyerTaxNumber: z.string().default(""),
});

const sessionRecord = z.object({
  id: z.string(),
  shop: z.string(),
  kind: z.enum(["order", "donation"]),
  reference: z.string(),
  status: z.enum(["open", "paid", "expired"]),
  customerEmail: z.string(),
  paymentId: z.null(),
  method: z.string(),
  total: moneySchema,
  promotion: z.null(),
  shipping: z
    .object({
      optionId: z.string(),
      label: z.string(),
      price: moneySchema,
      arrives: dayRange.nullable().default(null),
    })
    .nullable(),
  tax: moneySchema,
  address: addressSchema.nullable(),
  buyerTaxNumber: z.string().default(""),
});

const eventRecord = z.object({
  id: z.string(),
  provider: z.literal("test"),
  type: z.enum(["session.paid", "session.expired", "session.declined"]),
  session: sessionRecord,
});

type TestPaymentOutcome = z.input<typeof outcomeRecord>;

export type SignedMessage = { body: string; signature: string };

type TestPaymentView = {
  id: string;
  status: "open" | "paid" | "expired";
  request: PaymentRequest;
};

/** Each returns the event to deliver, or null when the session is closed. */
type TestPaymentControls = {
  look(sessionId: string): Promise<TestPaymentView | null>;
  pay(sessionId: string, outcome: TestPaymentOutcome): Promise<SignedMessage | null>;
  decline(sessionId: string): Promise<SignedMessage | null>;
  expire(sessionId: string): Promise<SignedMessage | null>;
};

/** The embedded test provider (decision C7): moves no money and behaves like a real provider. */
export type TestPayments = Omit<PaymentProvider, "readEvent"> & {
  readonly name: "test";
  readonly controls: TestPaymentControls;
  readEvent(body: string, signature: string | null): Promise<SessionEvent | null>;
};

type TestPaymentDeps = {
  db: Database;
  clock: Clock;
  secret: string;
  /** Their events are accepted. */
  oldSecrets?: readonly string[];
  publicUrl: string;
};
type Row = typeof testPaymentSessions.$inferSelect;

/** Enables the test page. */
export function isTestPayments(provider: PaymentProvider): provider is TestPayments {
  return provider.name === "test";
}

function describe(row: Row): PaymentSession {
  const request = requestRecord.parse(row.request);
  const outcome = row.outcome ? outcomeRecord.parse(row.outcome) : null;
  const option = request.shippingOptions.find((each) => each.id === outcome?.optionId);
  return {
    id: row.id,
    shop: request.shop,
    kind: request.kind,
    reference: request.reference,
    status: row.status,
    customerEmail: request.customerEmail,
    paymentId: null,
    method: "Test payment",
    promotion: null,
    total: addMoney([request.total, option?.price ?? money(0, request.total.currency)]),
    shipping: option
      ? {
          optionId: option.id,
          label: option.label,
          price: option.price,
          arrives: option.arrives,
        }
      : null,
    tax: money(0, request.total.currency),
    address: outcome?.address ?? null,
    buyerTaxNumber: outcome?.buyerTaxNumber ?? "",
  };
}

const openRows = prepareStatement(
  "open_test_sessions",
  sql`insert into test_payment_sessions (id, request, expires_at)
      select id, request, "expiresAt" from json_to_recordset(${sql.placeholder("sessions")}::json)
          as opened (id text, request jsonb, "expiresAt" timestamptz) order by id on conflict do nothing`,
);

type NewSession = { id: string; request: PaymentRequest; expiresAt: Date };

const openRow = batched(async (db: Queryable, sessions: readonly NewSession[]) => {
  await openRows(db, { sessions: JSON.stringify(sessions) });
  return sessions;
});

/** A refund of the test page succeeds at once. */
function toRefund({ key, amount }: RefundRequest, isPaid: boolean): ProviderRefund {
  return {
    id: isPaid ? `re_test_${key}` : null,
    key,
    paymentId: null,
    amount,
    status: isPaid ? "succeeded" : "failed",
    failure: isPaid ? null : "The test page knows of no such payment.",
  };
}

/** Separate purposes keep session ids and signatures from revealing each other. */
function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret)
    .update(`test-payments:${purpose}:${text}`)
    .digest("base64url");
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A session past its end is read as expired. */
function createRecords({ db, clock }: TestPaymentDeps) {
  const close = async (id: string, change: Partial<Row> & { status: "paid" | "expired" }) => {
    const stillOpen = and(eq(testPaymentSessions.id, id), eq(testPaymentSessions.status, "open"));
    const inTime = gt(testPaymentSessions.expiresAt, clock.now());
    const [row] = await db
      .update(testPaymentSessions)
      .set(change)
      .where(change.status === "paid" ? and(stillOpen, inTime) : stillOpen)
      .returning();
    return row ?? null;
  };
  const find = async (id: string): Promise<Row | null> => {
    const [row] = await db.select().from(testPaymentSessions).where(eq(testPaymentSessions.id, id));
    if (row?.status === "open" && row.expiresAt <= clock.now()) {
      await close(id, { status: "expired" });
      return find(id);
    }
    return row ?? null;
  };
  return { close, find };
}

/** The test page has no cards and only one account. */
const noStoredAccount = {
  openCardPage: async () => null,
  forgetCustomer: async () => undefined,
  isOwnAccount: async () => true,
};

/** The test provider on its own table; `secret` signs its events and makes session ids unguessable. */
export function createTestPayments(deps: TestPaymentDeps): TestPayments {
  const { db, secret, oldSecrets = [], publicUrl } = deps;
  const records = createRecords(deps);
  const sign = (body: string) => keyedHash(secret, "event", body);
  const isSigned = (body: string, signature: string) =>
    [secret, ...oldSecrets].some((each) => isSame(signature, keyedHash(each, "event", body)));
  const message = (type: SessionEvent["type"], row: Row): SignedMessage => {
    // A session ends once, so its end has one id; each declined card is a new event.
    const id = type === "session.declined" ? randomUUID() : `${type}:${row.id}`;
    const body = JSON.stringify({
      id: `evt_test_${id}`,
      provider: "test",
      type,
      session: describe(row),
    });
    return { body, signature: sign(body) };
  };

  return {
    name: "test",
    async openSession(request) {
      const sessionId = `cs_test_${keyedHash(secret, "session", request.reference)}`;
      const withId = (url: string) => url.replace(SESSION_ID_PLACEHOLDER, sessionId);
      const record = {
        ...request,
        successUrl: withId(request.successUrl),
        cancelUrl: withId(request.cancelUrl),
      };
      const { expiresAt } = request;
      await openRow(db, { id: sessionId, request: record, expiresAt });
      return { sessionId, url: `${publicUrl}/checkout/test-payment/${sessionId}` };
    },
    async readSession(sessionId) {
      const row = await records.find(sessionId);
      return row && describe(row);
    },
    async endSession(sessionId) {
      if (await records.close(sessionId, { status: "expired" })) return true;
      return (await records.find(sessionId))?.status !== "paid";
    },
    ...noStoredAccount,
    refund: async (request) =>
      toRefund(request, (await records.find(request.sessionId))?.status === "paid"),
    // Refunds are complete when requested.
    listRefunds: async () => [],
    referenceOf: async () => null,
    async *listEventsSince() {
      // Its events are delivered when they are made.
    },
    async readEvent(body, signature) {
      if (!signature || !isSigned(body, signature)) return null;
      try {
        return eventRecord.parse(JSON.parse(body));
      } catch {
        return null;
      }
    },
    controls: {
      async look(sessionId) {
        const row = await records.find(sessionId);
        return row && { id: row.id, status: row.status, request: requestRecord.parse(row.request) };
      },
      async pay(sessionId, outcome) {
        const row = await records.close(sessionId, { status: "paid", outcome });
        return row && message("session.paid", row);
      },
      async decline(sessionId) {
        const row = await records.find(sessionId);
        return row?.status === "open" ? message("session.declined", row) : null;
      },
      async expire(sessionId) {
        const row = await records.close(sessionId, { status: "expired" });
        return row && message("session.expired", row);
      },
    },
  };
}
