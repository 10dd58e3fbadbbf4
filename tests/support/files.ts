import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStore } from "#platform/file-store.server.ts";

/** The environment of a shop that stores its files in a folder. */
export const noS3 = {
  S3_BUCKET: undefined,
  S3_REGION: undefined,
  S3_ENDPOINT: undefined,
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
};

/** Files in a folder of the test's own, which it removes itself. */
export async function temporaryFiles() {
  const folder = await mkdtemp(join(tmpdir(), "atelier-files-"));
  return { folder, files: createFileStore({ ...noS3, DATA_DIR: folder }) };
}
