import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStore } from "#platform/file-store.server.ts";

/** Stores files in a folder. */
export const noS3 = {
  S3_BUCKET: undefined,
  S3_REGION: undefined,
  S3_ENDPOINT: undefined,
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
};

/** The test removes it. */
export async function temporaryFiles() {
  const folder = await mkdtemp(join(tmpdir(), "atelier-files-"));
  return { folder, files: createFileStore({ ...noS3, DATA_DIR: folder }) };
}
