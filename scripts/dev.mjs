/** `npm run dev` reloads changes, except the server's own files. */
import { ensureInstalled, pinnedNode } from "./prepare.mjs";
import { runShop } from "./run-shop.mjs";

ensureInstalled();
runShop(pinnedNode(), { NODE_ENV: "development" });
