/** `npm run dev` reloads changes; the server's own files need a restart. */
import { ensureInstalled, pinnedNode } from "./prepare.mjs";
import { runShop } from "./run-shop.mjs";

ensureInstalled();
runShop(pinnedNode(), { NODE_ENV: "development" });
