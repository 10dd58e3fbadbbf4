import { afterAll, beforeAll, inject } from "vitest";
import { currentShop, setCurrentShop } from "../shop/current-shop.ts";
import type { PreparedRun } from "../shop/prepared-run.ts";
import type { Shop, ShopOptions } from "../shop/shop.ts";
import { startShop } from "../shop/shop.ts";
import { signedInCustomer } from "./sign-in.ts";
import type { Visitor } from "./visitor.ts";
import { createVisitor } from "./visitor.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** What a test file starts its shop from. */
    preparedRun: PreparedRun;
  }
}

/**
 * The shop of a test file: the built app in a process of its own, on a database and files of its own (ADR 0046). It opens
 * before the file's first test and is removed after the last.
 */
export function shopSuite(options: ShopOptions = {}) {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop(inject("preparedRun"), options);
    setCurrentShop(shop);
  });
  afterAll(async () => {
    setCurrentShop(null);
    await shop?.stop();
  });
  return {
    shop: currentShop,
    /** Somebody new, without cookies, at an address of their own. */
    visitor: (): Visitor => createVisitor(currentShop().url),
    /** Somebody with an account, signed in; `changes` are columns of the account. */
    customer: signedInCustomer,
  };
}
