import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";
import { runShop } from "./run-shop.mjs";

try {
  ensureInstalled();
  ensureBuilt();
  runShop(pinnedNode(), { NODE_ENV: process.env.NODE_ENV || "production" });
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
