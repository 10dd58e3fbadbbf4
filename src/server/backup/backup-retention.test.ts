import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import { backupFileName, backupTimeOf, listExpiredBackups } from "./backup-retention.ts";

const START = Date.UTC(2026, 10, 1, 7);
const daily = (count: number) =>
  Array.from({ length: count }, (_, day) => backupFileName(new Date(START + day * DAY_MS)));

test("of sixty daily backups the newest seven days and the newest of four weeks remain", () => {
  const all = daily(60);
  const expired = new Set(listExpiredBackups(all, { days: 7, weeks: 4 }));
  const retained = all.filter((name) => !expired.has(name));
  expect(retained.map((name) => name.slice(5, 15))).toEqual([
    "2026-12-13",
    "2026-12-20",
    "2026-12-24",
    "2026-12-25",
    "2026-12-26",
    "2026-12-27",
    "2026-12-28",
    "2026-12-29",
    "2026-12-30",
  ]);
});

test("of several backups of one day the newest remains", () => {
  const hours = [0, 6, 12].map((hour) => backupFileName(new Date(START + hour * 3_600_000)));
  expect(listExpiredBackups(hours, { days: 7, weeks: 4 })).toEqual([hours[1], hours[0]]);
});

test("files with any other name are never deleted", () => {
  const other = ["shop.tar.gz", "shop-2026-13-45T99-00-00.tar.gz", "photos.zip", ".keep"];
  expect(other.map(backupTimeOf)).toEqual([null, null, null, null]);
  expect(listExpiredBackups(other, { days: 0, weeks: 0 })).toEqual([]);
});

const moment = fc.date({
  min: new Date("2020-01-01T00:00:00Z"),
  max: new Date("2040-01-01T00:00:00Z"),
  noInvalidDate: true,
});

test("the newest backup always remains, at most days and weeks more do, and a second run deletes nothing", () => {
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 1, maxLength: 80 }),
      fc.nat(10),
      fc.nat(10),
      (moments, days, weeks) => {
        const names = [...new Set(moments.map(backupFileName))];
        const newest = [...names].sort().at(-1) ?? "";
        const expired = new Set(listExpiredBackups(names, { days, weeks }));
        const retained = names.filter((name) => !expired.has(name));
        expect(retained).toContain(newest);
        expect(retained.length).toBeLessThanOrEqual(days + weeks + 1);
        expect(listExpiredBackups(retained, { days, weeks })).toEqual([]);
      },
    ),
  );
});
