import type Stripe from "stripe";
import { signEvent } from "../stripe/signed-events.ts";
import type { StripeDouble } from "../stripe/stripe-double.ts";
import { waitUntil } from "../wait-until.ts";
import type { Chance } from "./chance.ts";
import type { ShopClient } from "./shop-client.ts";

/** Stripe retries for three days. */
const MAX_TRIES = 400;
/** The longest delay of an event, counted in requests of others. */
const MAX_DELAY = 30;
const LONG_DELAY = 200;
const RETRY_DELAY = 10;

const SHARES = { dropped: 0.08, doubled: 0.3, late: 0.08 };

/** Shuffled, repeated, late or never; refused events are retried. */
export function deliverEvents(double: StripeDouble, shop: ShopClient, chance: Chance) {
  const tally = { events: 0, copies: 0, dropped: 0, refused: 0, retries: 0 };
  const underWay = new Set<Promise<void>>();
  let posted = 0;
  let isOpen = true;
  let isHurried = false;

  async function deliver(event: Stripe.Event, delay: number): Promise<void> {
    if (!isHurried) await shop.later(Math.ceil(delay));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { body, headers } = signEvent(event);
      const question = { method: "POST", path: "/payments/events", body, headers } as const;
      const response = await shop.request({ ...question, visitor: 1 }).catch(() => null);
      if (response?.status === 200) return;
      if (response?.status === 400) tally.refused += 1;
      tally.retries += 1;
      if (response) await shop.later(Math.ceil(RETRY_DELAY * chance()));
      else await shop.untilOpen();
    }
    throw new Error(`The shop never accepted ${event.type}`);
  }

  function post(event: Stripe.Event): void {
    tally.events += 1;
    if (chance() < SHARES.dropped) {
      tally.dropped += 1;
      return;
    }
    const copies = chance() < SHARES.doubled ? 2 + Math.floor(chance() * 2) : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      tally.copies += 1;
      const longest = chance() < SHARES.late ? LONG_DELAY : MAX_DELAY;
      const way = deliver(event, chance() * longest).finally(() => underWay.delete(way));
      // close() reports a failure.
      way.catch(() => undefined);
      underWay.add(way);
    }
  }

  function collect(): void {
    const events = [...double.books.events.values()];
    for (const event of events.slice(posted)) post(event);
    posted = events.length;
  }

  async function collectRepeatedly(): Promise<void> {
    const hasEvents = () => !isOpen || double.books.events.size > posted;
    while (isOpen) {
      collect();
      await waitUntil("the provider has an event", hasEvents, {
        limitMs: Number.POSITIVE_INFINITY,
      });
    }
  }
  const collecting = collectRepeatedly();

  return {
    tally,
    async deliverAll(): Promise<void> {
      isHurried = true;
      collect();
      await Promise.all(underWay);
      isHurried = false;
    },
    async close(): Promise<void> {
      isOpen = false;
      await collecting;
    },
  };
}
