import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const here = JSON.stringify(import.meta.dirname);

/** In a separate process; returns the loaded files and their resolution. */
async function loadShop(options: { remembering: boolean }): Promise<string[]> {
  const program = `
    import { registerHooks } from "node:module";
    import { join } from "node:path";
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const result = next(url, context);
        loaded.add(result.format + " " + url);
        return result;
      },
    });
    const { cacheModuleResolution } = await import(join(${here}, "cache-module-resolution.server.ts"));
    const forget = ${options.remembering} ? cacheModuleResolution() : () => undefined;
    await import(join(${here}, "serve.server.ts"));
    forget();
    await import("csv-parse/sync");
    console.log(JSON.stringify([...loaded].sort()));`;
  const { stdout } = await run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
    { cwd: join(import.meta.dirname, "../../.."), maxBuffer: 16_000_000 },
  );
  return JSON.parse(stdout);
}

test("cached module resolution loads exactly the files that would be loaded without it", async () => {
  const [plain, remembered] = await Promise.all([
    loadShop({ remembering: false }),
    loadShop({ remembering: true }),
  ]);
  const changed =
    "Node's module hooks work differently: adapt or remove src/server/start/cache-module-resolution.server.ts";
  expect(plain.length, changed).toBeGreaterThan(300);
  expect(remembered, changed).toEqual(plain);
});
