import type { UploadTarget } from "./site-images.ts";
import type { UploadKinds } from "./upload-rules.ts";
import { MAX_OPEN_UPLOADS, uploadFailureMessage, validateUpload } from "./upload-rules.ts";

/** Waiting its turn, on its way, looking for the network again, being taken in by the shop, there, or not. */
export type UploadStage = "waiting" | "sending" | "reconnecting" | "finishing" | "done" | "failed";

/** One file on its way to the shop. */
export type UploadEntry = {
  key: number;
  file: File;
  target: UploadTarget;
  kinds: UploadKinds;
  stage: UploadStage;
  /** Bytes that have really left; 0 as soon as it fails (decision D4). */
  sent: number;
  /** Why it failed. */
  words: string | null;
  /** Whether only the network is to blame: what has arrived is kept, and it goes on by itself. */
  isLost: boolean;
};

/** How sending ended; `mediaId` is the item it became. */
export type UploadEnd =
  | { ok: true; mediaId: string }
  | { ok: false; words: string; isLost: boolean };

/** Sends one file and tells how far it is; `abort` gives it up, with what has arrived. */
export type SendUpload = (
  entry: Pick<UploadEntry, "file" | "target">,
  on: { progress(sent: number): void; stage(stage: UploadStage): void; end(end: UploadEnd): void },
) => { abort(): void };

// Two at once keep a weak line full while one of them waits for the shop.
const AT_ONCE = 2;
/** How long a finished upload shows its 100 (specification 4, decision D4). */
export const DONE_SHOWN_MS = 3000;

type Options = { send: SendUpload; onEnd?(entry: UploadEntry, end: UploadEnd): void };

/** Percent of the bytes that have left, 0 to 100; 100 only when the shop has the file. */
export function uploadPercent({ stage, sent, file }: UploadEntry): number {
  if (stage === "done") return 100;
  return Math.min(99, Math.floor((sent / Math.max(1, file.size)) * 100));
}

/** The uploads of this browser, in the order they were chosen: two at once, each cleared 3 s after its 100, failures until dismissed. */
export class UploadQueue {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<number, { abort(): void }>();
  #entries: readonly UploadEntry[] = [];
  #nextKey = 1;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The files on the list; the same array until something changes. */
  readonly current = (): readonly UploadEntry[] => this.#entries;

  /** Calls back after every change; answers how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Puts files at the end; those that cannot be taken fail at once, in the specification's words. */
  add(files: readonly File[], target: UploadTarget): void {
    const open = this.#entries.filter((entry) => entry.stage !== "failed").length;
    const added = files.map((file, place) => this.#toEntry(file, open + place, target));
    this.#set([...this.#entries, ...added]);
    for (const entry of added) {
      if (entry.words) this.#tellEnd(entry, { ok: false, words: entry.words, isLost: false });
    }
    this.#startNext();
  }

  /** Tries a failed upload again, from where it stopped. */
  retry(key: number): void {
    if (this.#find(key)?.stage !== "failed") return;
    this.#change(key, { stage: "waiting", words: null, isLost: false });
    this.#startNext();
  }

  /** Tries again what only the network stopped; for the moment it is back. */
  retryLost(): void {
    for (const entry of this.#entries) if (entry.isLost) this.retry(entry.key);
  }

  /** Gives an upload up, or takes a failed one off the list. */
  remove(key: number): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#drop(key);
    this.#startNext();
  }

  /** Whether leaving the page would cost something. */
  isBusy(): boolean {
    return this.#running.size > 0;
  }

  #set(next: readonly UploadEntry[]): void {
    this.#entries = next;
    for (const listener of this.#listeners) listener();
  }

  #find(key: number): UploadEntry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #change(key: number, changes: Partial<UploadEntry>): void {
    this.#set(this.#entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  }

  #drop(key: number): void {
    this.#set(this.#entries.filter((entry) => entry.key !== key));
  }

  #tellEnd(entry: UploadEntry, end: UploadEnd): void {
    this.#options.onEnd?.(entry, end);
  }

  #settle(key: number, end: UploadEnd): void {
    this.#running.delete(key);
    const entry = this.#find(key);
    if (!entry) return;
    if (end.ok) {
      this.#change(key, { stage: "done", sent: entry.file.size });
      setTimeout(() => this.#drop(key), DONE_SHOWN_MS);
    } else {
      this.#change(key, { stage: "failed", sent: 0, words: end.words, isLost: end.isLost });
    }
    this.#tellEnd(entry, end);
    this.#startNext();
  }

  #startNext(): void {
    for (const entry of this.#entries) {
      if (this.#running.size >= AT_ONCE) return;
      if (entry.stage === "waiting" && !this.#running.has(entry.key)) this.#start(entry);
    }
  }

  #start({ key, file, target }: UploadEntry): void {
    this.#change(key, { stage: "sending" });
    const sending = this.#options.send(
      { file, target },
      {
        progress: (sent) => this.#change(key, { sent, stage: "sending" }),
        stage: (stage) => this.#change(key, { stage }),
        end: (end) => this.#settle(key, end),
      },
    );
    this.#running.set(key, sending);
  }

  #toEntry(file: File, place: number, target: UploadTarget): UploadEntry {
    const kinds = target.kind === "library" ? "images and videos" : "images";
    const failure = place < MAX_OPEN_UPLOADS ? validateUpload(file, kinds) : "too_many_files";
    const words = failure && uploadFailureMessage(failure, { type: file.type, kinds });
    const stage = failure ? "failed" : "waiting";
    const key = this.#nextKey++;
    return { key, file, target, kinds, stage, sent: 0, words, isLost: false };
  }
}
