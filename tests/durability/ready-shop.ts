import type { TestProject } from "vitest/node";
import { prepareShop } from "../support/shop/prepared-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Opened once and closed; tests start with copies. */
    readyShop: string;
  }
}

/** A first start takes twice as long. */
export async function setup(project: TestProject): Promise<void> {
  project.provide("readyShop", await prepareShop());
}
