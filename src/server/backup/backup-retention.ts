import { DAY_MS } from "#core/duration.ts";

const NAME = /^shop-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})\.tar\.gz$/;

/** A scheduled backup's file name; UTC, valid on every file system. */
export function backupFileName(at: Date): string {
  return `shop-${at.toISOString().slice(0, 19).replaceAll(":", "-")}.tar.gz`;
}

/** When a scheduled backup was made; null for other files, which retention never touches. */
export function backupTimeOf(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) || backupFileName(at) !== name ? null : at;
}

export type Retention = { days: number; weeks: number };

/** Weeks begin on Monday; 1970-01-05 was one. */
const weekOf = (at: Date) => Math.floor((at.getTime() / DAY_MS - 4) / 7);
const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/**
 * The scheduled backups to delete: all but the newest of each of the newest `days` days and `weeks` weeks
 * that have one. The newest always stays.
 */
export function listExpiredBackups(
  names: readonly string[],
  { days, weeks }: Retention,
): readonly string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupTimeOf(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const newestOf = (count: number, periodOf: (at: Date) => number) => {
    const newest = new Map<number, string>();
    for (const { name, at } of backups) {
      const period = periodOf(at);
      if (!newest.has(period) && newest.size < count) newest.set(period, name);
    }
    return newest.values();
  };
  const retained = new Set([
    ...backups.slice(0, 1).map(({ name }) => name),
    ...newestOf(days, dayOf),
    ...newestOf(weeks, weekOf),
  ]);
  return backups.map(({ name }) => name).filter((name) => !retained.has(name));
}
