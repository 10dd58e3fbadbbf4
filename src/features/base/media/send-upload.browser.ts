import type { DetailedError, Upload } from "tus-js-client";
import { uploadTargetText } from "./site-images.ts";
import type { SendUpload, UploadEnd } from "./upload-queue.ts";
import { UPLOAD_CHUNK_BYTES } from "./upload-rules.ts";

const UPLOADS_PATH = "/admin/uploads";

/** The pauses are in milliseconds, two minutes in all; progress restarts them. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];
const FINISH_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

const LOST: UploadEnd = {
  ok: false,
  text: "The connection was lost. What has arrived is kept: it goes on from there",
  isLost: true,
};
const SIGNED_OUT: UploadEnd = {
  ok: false,
  text: "You are not signed in any more. Sign in again and choose the same file: it goes on from there",
  isLost: false,
};
const refused = (message: string): UploadEnd => ({ ok: false, text: message, isLost: false });

/** The server is busy, restarting or unreachable. Other errors are final. */
const isPassing = (status: number) =>
  status === 0 || status === 409 || status === 423 || status >= 500;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function endOf(error: Error | DetailedError): UploadEnd {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return LOST;
  const raw: unknown = response.getUnderlyingObject();
  if (raw instanceof XMLHttpRequest && raw.responseURL.includes("/login")) return SIGNED_OUT;
  if (isPassing(response.getStatus())) return LOST;
  const message = response.getBody().trim();
  return refused(
    message.length < 200 && !message.startsWith("<") ? message : "The shop did not take the file",
  );
}

async function requestFinish(url: string, target: string): Promise<UploadEnd | "again"> {
  try {
    const response = await fetch(`${url}/finish`, {
      method: "POST",
      body: new URLSearchParams({ target }),
    });
    if (response.redirected) return SIGNED_OUT;
    // The file storage is away, but the shop has the file.
    if (response.status === 503) {
      const explained = await response.json().catch(() => null);
      if (explained?.text) return { ok: false, text: explained.text, isLost: true };
    }
    if (isPassing(response.status)) return "again";
    const said = await response.json();
    return said.ok ? { ok: true, mediaId: said.id } : refused(said.text);
  } catch {
    return "again";
  }
}

async function finish(url: string, target: string): Promise<UploadEnd> {
  for (const pause of FINISH_PAUSES_MS) {
    const end = await requestFinish(url, target);
    if (end !== "again") return end;
    await wait(pause);
  }
  return LOST;
}

/** A lost response must not repeat the file. */
async function forget(tus: typeof import("tus-js-client"), upload: Upload): Promise<void> {
  for (const { urlStorageKey } of await upload.findPreviousUploads()) {
    await tus.defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
}

/** Sends a file by tus (ADR 0012) to the library. Loads tus first. */
export const sendUpload: SendUpload = ({ file, target }, on) => {
  let upload: Upload | null = null;
  let isGivenUp = false;

  async function start() {
    const tus = await import("tus-js-client");
    if (isGivenUp) return;
    upload = new tus.Upload(file, {
      endpoint: UPLOADS_PATH,
      chunkSize: UPLOAD_CHUNK_BYTES,
      retryDelays: PAUSES_MS,
      metadata: { filename: file.name, filetype: file.type },
      onProgress: (sent) => on.progress(sent),
      onShouldRetry(error) {
        const isWorthIt = isPassing(error.originalResponse?.getStatus() ?? 0);
        if (isWorthIt) on.stage("reconnecting");
        return isWorthIt;
      },
      onError: (error) => on.end(endOf(error)),
      onSuccess() {
        on.stage("finishing");
        void finish(upload?.url ?? "", uploadTargetText(target)).then(async (end) => {
          if (end.ok && upload) await forget(tus, upload);
          on.end(end);
        });
      },
    });
    const [begun] = await upload.findPreviousUploads();
    if (begun) upload.resumeFromPreviousUpload(begun);
    if (!isGivenUp) upload.start();
  }

  void start().catch(() => on.end(LOST));
  return {
    abort() {
      isGivenUp = true;
      void upload?.abort(true).catch(() => undefined); // The server deletes the rest within a day.
    },
  };
};
