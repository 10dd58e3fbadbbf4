import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DAY_MS } from "#core/duration.ts";

/** ended: the content was completed; accepted: the mail server confirmed it too; none: nothing that may arrive. */
type Handover = "ended" | "accepted" | "none";

/**
 * What a process handed to the mail server, readable after the process was killed (ADR 0034). Entries are
 * written synchronously, so that nothing happens between an entry and what it records.
 */
export type HandoverJournal = {
  /** Immediately before the content is completed. Throws when it cannot be written. */
  recordEnd(mailId: string): void;
  /** Of the attempt that ended; never throws, because the database records it next. */
  recordReply(mailId: string, reply: "accepted" | "none"): void;
  /** Of a process of this data folder since the machine started; null when that is unknown. */
  read(processId: string, mailId: string): Handover | null;
};

const entrySchema = z.tuple([z.string(), z.string(), z.enum(["ended", "accepted", "none"])]);

const OWNER_ONLY = 0o600;

/** Longer than the attempts of an email. */
const RETENTION_MS = 7 * DAY_MS;

/** Entries are not synced to the disk: they survive the process, not the machine. */
function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}

/** One file for each run of a process. */
export function openHandoverJournal(
  directory: string,
  processId: string,
  bootId: string | null = readBootId(),
): HandoverJournal {
  const own = join(directory, processId);
  const record = (mailId: string, handover: Handover): void => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const entry = JSON.stringify([bootId ?? "", mailId, handover]);
    appendFileSync(own, `${entry}\n`, { mode: OWNER_ONLY });
  };
  return {
    recordEnd: (mailId) => record(mailId, "ended"),
    recordReply(mailId, reply) {
      try {
        record(mailId, reply);
      } catch {
        // A full disk: a crash before the database knows leaves the email in doubt.
      }
    },
    read(ofProcess, mailId) {
      const entries = readEntries(join(directory, ofProcess));
      if (bootId === null || !entries.some(([boot]) => boot === bootId)) return null;
      return entries.findLast(([, id]) => id === mailId)?.[2] ?? "none";
    },
  };
}

type Entry = z.output<typeof entrySchema>;

/** Reads the entries but for a torn last one, whose process was killed while it wrote. */
function readEntries(path: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [entrySchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** Deletes journals that no attempt needs; returns how many. A missing folder is no error. */
export async function deleteOldJournals(directory: string, now: Date): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    if (now.getTime() - (await stat(path)).mtimeMs < RETENTION_MS) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}
