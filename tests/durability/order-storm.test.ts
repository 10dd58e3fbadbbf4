import { expect, inject, test } from "vitest";
import { choosePort } from "#server/start/listen.server.ts";
import { runOrderStorm } from "../support/order-storm/order-storm.ts";

// Five starts; the limit prevents hanging.
test("60 orders survive 3 kills and a provider that is down a third of the time: every paid session is one order, and all amounts match", async () => {
  const port = await choosePort(0, "127.0.0.1");
  const plan = { orders: 60, kills: 3, customers: 8, port, seed: 7 };
  const outcome = await runOrderStorm({ ...plan, readyShop: inject("readyShop") });
  const balanced = { orders: [], money: [], stock: [], mails: [], declines: [], refunds: [] };
  expect(outcome.verdict).toEqual(balanced);
  expect(outcome.paid).toBeGreaterThan(20);
  expect(outcome.pressed.refunds).toBeGreaterThan(0);
}, 400_000);
