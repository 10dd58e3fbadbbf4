import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SecretBox } from "#platform/secrets.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";

/** With the running shop's own measurement key. */
export async function shopMeasurementBox(): Promise<SecretBox> {
  const file = join(process.env.E2E_DATA_DIR ?? "", "measurement-key.json");
  return createMeasurementBox(JSON.parse(await readFile(file, "utf8")));
}
