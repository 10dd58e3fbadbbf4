import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

/** One order of each kind, numbered by the end of its id. */
const ROWS = `
  insert into orders (id, status, customer_email, currency, subtotal_minor, shipping_minor, total_amount_minor, refunded_minor,
                      payment_provider, payment_account, stripe_session_id, payment_url, payment_intent_id, disputed_at, completed_at, created_at)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, status, 'asha@example.com', currency, goods, 1500, goods + 1500, refunded,
         provider, account, session, 'https://pay.example/' || n, intent, case when disputed then now() end,
         case when status in ('completed', 'refunded') then now() - interval '1 day' end, now() - n::int * interval '1 week'
    from (values
      ('1', 'completed', 'USD', 12000,     0, 'stripe:live', 'acct_1', 'cs_live_1', 'pi_1', false),
      ('2', 'pending',   'USD', 99999,     0, 'stripe:test', 'acct_1', 'cs_test_2', null,   false),
      ('3', 'completed', 'USD', 20001,  4999, 'stripe:test', 'acct_1', 'cs_test_3', 'pi_3', false),
      ('4', 'refunded',  'GYD',  7000,  8500, 'stripe:test', 'acct_1', 'cs_test_4', 'pi_4', false),
      ('5', 'completed', 'USD', 30000,     0, 'stripe:test', 'acct_1', 'cs_test_5', 'pi_5', true),
      ('6', 'completed', 'USD',  5000,     0, 'test',        null,     'cs_test_6', null,   false),
      ('7', 'cancelled', 'USD',  5000,     0, 'test',        null,     null,        null,   false),
      ('8', 'cancelled', 'USD',  5000,     0, 'stripe:test', null,     'cs_test_8', null,   false),
      ('9', 'expired',   'USD',  5000,     0, 'stripe:test', null,     'cs_test_9', null,   false)
    ) as row (n, status, currency, goods, refunded, provider, account, session, intent, disputed);
  insert into order_events (id, order_id, type) values (gen_random_uuid(), '00000000-0000-4000-8000-000000000008', 'payment_failed');
  insert into donations (id, amount_minor, currency, email, status, provider_session_id, payment_intent_id, completed_at) values
    ('00000000-0000-4000-8000-0000000000d1', 5000, 'USD', 'd@example.com', 'completed', 'cs_live_d1', 'pi_d1', now()),
    ('00000000-0000-4000-8000-0000000000d2', 7550, 'USD', 'd@example.com', 'completed', 'cs_test_d2', null, now()),
    ('00000000-0000-4000-8000-0000000000d3', 100, 'USD', 'd@example.com', 'pending', 'cs_test_d3', null, null),
    ('00000000-0000-4000-8000-0000000000d4', 100, 'USD', 'd@example.com', 'expired', null, null, null);
  insert into test_payment_sessions (id, request, expires_at) values ('cs_test_d3', '{}', now());
  insert into payment_movements (id, order_id, donation_id, kind, amount_minor, currency, provider, provider_id)
  select gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || o)::uuid, ('00000000-0000-4000-8000-0000000000' || d)::uuid,
         kind, minor, currency, provider, id
    from (values
      ('1', null, 'charge',        13500, 'USD', 'stripe:live', 'pi_1'),
      ('3', null, 'charge',        21501, 'USD', 'stripe:test', 'pi_3'),
      ('3', null, 'refund',        -4999, 'USD', 'stripe:test', 'r3'),
      ('3', null, 'refund',        -1000, 'USD', 'stripe:test', 'r3b'),
      ('3', null, 'refund_failed',  1000, 'USD', 'stripe:test', 'r3b'),
      ('4', null, 'charge',         8500, 'GYD', 'stripe:test', 'pi_4'),
      ('4', null, 'refund',        -8500, 'GYD', 'stripe:test', 'r4'),
      ('5', null, 'charge',        31500, 'USD', 'stripe:test', 'pi_5'),
      ('5', null, 'dispute',      -31500, 'USD', 'stripe:test', 'du_5'),
      ('6', null, 'charge',         6500, 'USD', 'test',        'cs_test_6'),
      (null, 'd1', 'charge',        5000, 'USD', 'stripe:live', 'pi_d1'),
      (null, 'd1', 'refund',       -2000, 'USD', 'stripe:live', 're_d1'),
      (null, 'd2', 'charge',        7550, 'USD', 'test',        'cs_test_d2')
    ) as row (o, d, kind, minor, currency, provider, id);
  insert into refunds (id, order_id, amount_minor, currency, status, provider, provider_refund_id, failure)
  select gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || n)::uuid, minor, currency, status, 'stripe:test', id, failure
    from (values
      ('3', 4999, 'USD', 'succeeded', 're_3', null),
      ('3', 1000, 'USD', 'failed', 're_3b', 'lost or stolen card'),
      ('4', 8500, 'GYD', 'succeeded', 're_4', null),
      ('5', 100, 'USD', 'pending', null, null)
    ) as row (n, minor, currency, status, id, failure)`;

/** What orders and donations hold, by that version's tables. */
const LEDGERS = `
  select kind, id, count(*)::int as movements, sum(amount_minor)::int as ledger,
         coalesce(sum(amount_minor) filter (where what = 'charge'), 0)::int as captured,
         coalesce(-sum(amount_minor) filter (where what in ('refund', 'refund_failed')), 0)::int as refunded
    from (select case when order_id is null then 'donation' else 'order' end as kind, coalesce(order_id, donation_id) as id,
                 kind as what, amount_minor from payment_movements) as each
   group by 1, 2 order by 1, 2`;
const REFUNDS =
  "select id, order_id, amount_minor, currency, status, provider, provider_refund_id, failure from refunds order by id";
const ORDERS =
  "select id, status, currency, total_amount_minor, refunded_minor, completed_at, created_at from orders order by id";
const DONATIONS =
  "select id, status, currency, amount_minor, completed_at, created_at from donations order by id";

test("the payments migration keeps every order, payment, refund and donation equal to the cent", async () => {
  await using database = await createTestDatabase();
  // The version before had no table of payments.
  await storeBeforeMigration(database, "0001_payments", (client) => client.query(ROWS));
  const read = async (query: string) => (await database.pool.query(query)).rows;
  const BEFORE = `select id, payment_provider as provider, payment_account as account, stripe_session_id as session, payment_url as url,
                         payment_intent_id as intent, disputed_at as disputed, total_amount_minor as amount, currency, created_at from orders order by id`;
  const before = {
    orders: await read(ORDERS),
    donations: await read(DONATIONS),
    refunds: await read(REFUNDS),
    ledgers: await read(LEDGERS),
    payments: await read(BEFORE),
  };
  expect(Object.values(before).map((rows) => rows.length)).toEqual([9, 4, 4, 7, 9]);

  await migrateDatabase(database.url);

  expect({
    orders: await read(ORDERS),
    donations: await read(DONATIONS),
    refunds: await read(REFUNDS),
    ledgers: await read(LEDGERS),
    payments: await read(
      `select order_id as id, provider, provider_account as account, session_id as session, payment_url as url, payment_intent_id as intent,
              disputed_at as disputed, amount_minor as amount, currency, created_at from payments where order_id is not null order by order_id`,
    ),
  }).toEqual(before);
  expect(
    await read(`select right(coalesce(order_id, donation_id)::text, 2) as of, method, provider, status, captured_minor::int as captured,
                       refunded_minor::int as refunded from payments order by 1`),
  ).toEqual([
    {
      of: "01",
      method: "stripe",
      provider: "stripe:live",
      status: "captured",
      captured: 13_500,
      refunded: 0,
    },
    {
      of: "02",
      method: "stripe",
      provider: "stripe:test",
      status: "pending",
      captured: 0,
      refunded: 0,
    },
    {
      of: "03",
      method: "stripe",
      provider: "stripe:test",
      status: "captured",
      captured: 21_501,
      refunded: 4_999,
    },
    {
      of: "04",
      method: "stripe",
      provider: "stripe:test",
      status: "captured",
      captured: 8_500,
      refunded: 8_500,
    },
    {
      of: "05",
      method: "stripe",
      provider: "stripe:test",
      status: "captured",
      captured: 31_500,
      refunded: 0,
    },
    {
      of: "06",
      method: "test",
      provider: "test",
      status: "captured",
      captured: 6_500,
      refunded: 0,
    },
    { of: "07", method: "test", provider: "test", status: "cancelled", captured: 0, refunded: 0 },
    {
      of: "08",
      method: "stripe",
      provider: "stripe:test",
      status: "failed",
      captured: 0,
      refunded: 0,
    },
    {
      of: "09",
      method: "stripe",
      provider: "stripe:test",
      status: "expired",
      captured: 0,
      refunded: 0,
    },
    {
      of: "d1",
      method: "stripe",
      provider: "stripe:live",
      status: "captured",
      captured: 5_000,
      refunded: 2_000,
    },
    {
      of: "d2",
      method: "test",
      provider: "test",
      status: "captured",
      captured: 7_550,
      refunded: 0,
    },
    { of: "d3", method: "test", provider: "test", status: "pending", captured: 0, refunded: 0 },
    { of: "d4", method: "test", provider: "test", status: "expired", captured: 0, refunded: 0 },
  ]);
  expect(
    await read(`select payment.id, sum(movement.amount_minor)::int as ledger from payments payment
                  join payment_movements movement on movement.payment_id = payment.id
                 where movement.order_id is distinct from payment.order_id or movement.donation_id is distinct from payment.donation_id
                 group by 1`),
  ).toEqual([]);
  expect(
    await read(
      "select refunds.id from refunds join payments p on p.id = payment_id where p.order_id <> refunds.order_id",
    ),
  ).toEqual([]);
});
