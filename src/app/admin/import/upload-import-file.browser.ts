import type { DetailedError } from "tus-js-client";
import { UPLOAD_CHUNK_BYTES } from "#features/media/upload-rules.ts";
import { CSV_TYPE, validateFile } from "#features/product-import/import-file.ts";

const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const LOST = "The connection was lost before the file had arrived. Please choose it again.";

/** What became of a file on its way: the upload's id, or why not in words. */
export type ImportFileUpload = { ok: true; uploadId: string } | { ok: false; words: string };

/** Sends a file of products in pieces (decisions/0012); its type is told as the shop calls it, because every system has its own word. */
export async function uploadImportFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<ImportFileUpload> {
  const refusal = validateFile(file);
  if (refusal !== null) return { ok: false, words: refusal };
  const tus = await import("tus-js-client");
  return new Promise((resolve) => {
    const upload = new tus.Upload(file, {
      endpoint: "/admin/uploads",
      chunkSize: UPLOAD_CHUNK_BYTES,
      retryDelays: PAUSES_MS,
      // Nothing is left behind in the browser: a file of products changes between two tries.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, filetype: CSV_TYPE },
      onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      onError: (error) => resolve({ ok: false, words: wordsOf(error) }),
      onSuccess: () => resolve({ ok: true, uploadId: upload.url?.split("/").at(-1) ?? "" }),
    });
    upload.start();
  });
}

function wordsOf(error: Error | DetailedError): string {
  const answer = "originalResponse" in error ? error.originalResponse : null;
  const status = answer?.getStatus() ?? 0;
  const words = answer?.getBody().trim() ?? "";
  const isSaid = status >= 400 && status < 500 && words.length < 200 && !words.startsWith("<");
  return isSaid && words !== "" ? words : LOST;
}
