/**
 * Writes a second route manifest without the owner's pages and without what is no page: a shopper's phone does not load what it never
 * navigates to, however much of it there will be. `npm run build` runs it after React Router; src/server/start/built-site.server.ts chooses between the two.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "build/client/assets";
const NEVER_A_SHOPPERS_PAGE = /^(admin|resources|seo|shell\/(admin-layout|command-palette))\b/;
const START = "window.__reactRouterManifest=";

process.chdir(new URL("..", import.meta.url).pathname);
const name = readdirSync(FOLDER).find((file) => /^manifest-[0-9a-f]+\.js$/.test(file));
if (!name) throw new Error(`No route manifest in ${FOLDER}`);
const script = readFileSync(join(FOLDER, name), "utf8");
if (!script.startsWith(START)) throw new Error(`${name} does not begin as expected`);
const manifest = JSON.parse(script.slice(START.length).replace(/;\s*$/, ""));
const routes = Object.entries(manifest.routes);
// A storefront route without a page is a .ts file: scripts fetch it, nobody navigates to it.
const isResource = (id) => id.startsWith("storefront/") && existsSync(`src/app/${id}.ts`);
const forShoppers = routes.filter(([id]) => !NEVER_A_SHOPPERS_PAGE.test(id) && !isResource(id));
const ownName = name.replace("manifest-", "manifest-shop-");
// The browser preloads whatever address the manifest gives as its own.
const url = manifest.url.replace(name, ownName);
const text = JSON.stringify({ ...manifest, url, routes: Object.fromEntries(forShoppers) });
writeFileSync(join(FOLDER, ownName), `${START}${text};`);
console.log(`${forShoppers.length} of ${routes.length} routes are for shoppers`);
