import type { UploadTarget } from "./site-images.ts";
import type { UploadKinds } from "./upload-rules.ts";
import { MAX_OPEN_UPLOADS, uploadFailureMessage, validateUpload } from "./upload-rules.ts";

type UploadStage = "waiting" | "sending" | "reconnecting" | "finishing" | "done" | "failed";

export type UploadEntry = {
  key: number;
  file: File;
  target: UploadTarget;
  kinds: UploadKinds;
  stage: UploadStage;
  /** In bytes; 0 after a failure (decision D4). */
  sent: number;
  /** Why the upload failed. */
  text: string | null;
  /** Network or storage failed: continues by itself. */
  isLost: boolean;
};

/** `mediaId` is the new item. */
export type UploadEnd =
  | { ok: true; mediaId: string }
  | { ok: false; text: string; isLost: boolean };

/** `abort` also discards what was sent. */
export type SendUpload = (
  entry: Pick<UploadEntry, "file" | "target">,
  on: { progress(sent: number): void; stage(stage: UploadStage): void; end(end: UploadEnd): void },
) => { abort(): void };

// One sends while the other waits.
const AT_ONCE = 2;
/** A finished upload is shown this long (specification 4, decision D4). */
const DONE_SHOWN_MS = 3000;

type Options = { send: SendUpload; onEnd?(entry: UploadEntry, end: UploadEnd): void };

/** 100 only when the shop has the file. */
export function uploadPercent({ stage, sent, file }: UploadEntry): number {
  if (stage === "done") return 100;
  return Math.min(99, Math.floor((sent / Math.max(1, file.size)) * 100));
}

/** Sends this browser's uploads in order, two at once. A finished one leaves after 3 s, a failed one when it is dismissed. */
export class UploadQueue {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<number, { abort(): void }>();
  #entries: readonly UploadEntry[] = [];
  #nextKey = 1;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The same array until something changes. */
  readonly current = (): readonly UploadEntry[] => this.#entries;

  /** Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Invalid files fail with the specification's message. */
  add(files: readonly File[], target: UploadTarget): void {
    const open = this.#entries.filter((entry) => entry.stage !== "failed").length;
    const added = files.map((file, index) => this.#toEntry(file, open + index, target));
    this.#set([...this.#entries, ...added]);
    for (const entry of added) {
      if (entry.text) this.#reportEnd(entry, { ok: false, text: entry.text, isLost: false });
    }
    this.#startNext();
  }

  retry(key: number): void {
    if (this.#find(key)?.stage !== "failed") return;
    this.#change(key, { stage: "waiting", text: null, isLost: false });
    this.#startNext();
  }

  /** Continues stopped uploads. The same failure is reported once. */
  retryLost(): void {
    for (const { isLost, key } of this.#entries) {
      if (isLost) this.#change(key, { stage: "waiting", isLost: false });
    }
    this.#startNext();
  }

  remove(key: number): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
    this.#drop(key);
    this.#startNext();
  }

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

  #reportEnd(entry: UploadEntry, end: UploadEnd): void {
    this.#options.onEnd?.(entry, end);
  }

  #settle(key: number, end: UploadEnd): void {
    this.#running.delete(key);
    const entry = this.#find(key);
    if (!entry) return;
    const isKnown = !end.ok && end.text === entry.text;
    if (end.ok) {
      this.#change(key, { stage: "done", sent: entry.file.size });
      setTimeout(() => this.#drop(key), DONE_SHOWN_MS);
    } else {
      this.#change(key, { stage: "failed", sent: 0, text: end.text, isLost: end.isLost });
    }
    if (!isKnown) this.#reportEnd(entry, end);
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

  #toEntry(file: File, index: number, target: UploadTarget): UploadEntry {
    const kinds = target.kind === "library" ? "images and videos" : "images";
    const failure = index < MAX_OPEN_UPLOADS ? validateUpload(file, kinds) : "too_many_files";
    const message = failure && uploadFailureMessage(failure, { type: file.type, kinds });
    const stage = failure ? "failed" : "waiting";
    const key = this.#nextKey++;
    return { key, file, target, kinds, stage, sent: 0, text: message, isLost: false };
  }
}
