import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { OWNER } from "../support/order-storm/owner-client.ts";
import { makeRunFolder } from "../support/run-folder.ts";
import { runProgram, shopUrlOf, shopVariables } from "./shop-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Opened once and closed; tests start with copies. */
    readyShop: string;
  }
}

const shopProgram = join(import.meta.dirname, "../../src/server/main.ts");

/** A first start takes twice as long. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = makeRunFolder("atelier-ready");
  const owner = { ADMIN_USERNAME: OWNER.username, ADMIN_PASSWORD: OWNER.password };
  const shop = runProgram(shopProgram, [], { env: { ...shopVariables(folder), ...owner } });
  await shopUrlOf(shop);
  shop.child.kill("SIGTERM");
  const { code, stderr } = await shop.ended;
  if (code !== 0) throw new Error(`The ready-made shop did not close in order: ${stderr}`);
  project.provide("readyShop", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
