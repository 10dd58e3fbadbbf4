import type { MoveableHoliday } from "#core/moveable-holidays.ts";
import type { LowCloth } from "#features/garments/cloth/cloth-queries.server.ts";
import type { NamedLatePromise } from "#features/garments/scheduling/at-risk.server.ts";

/** What waits in the atelier, with what its lists name. */
export type AtelierReport = {
  promises: readonly NamedLatePromise[];
  patterns: number;
  alterations: number;
  cloths: readonly LowCloth[];
  /** Of the next 14 months, those whose day the owner has not entered. */
  holidays: readonly MoveableHoliday[];
};

/** What waits in the atelier for a person. */
export type AtelierWork = {
  /** Promises that the schedule of now does not meet. */
  atRisk: number;
  /** Lines whose drafted patterns nobody has approved. */
  patterns: number;
  /** Alterations to decide or to make. */
  alterations: number;
  /** Cloths at or below the length at which more is bought. */
  cloths: number;
};

/** The kinds of work, as the overview, the menu and the daily email name them, with where each is done. */
export const ATELIER_WORK: readonly {
  kind: keyof AtelierWork;
  label: string;
  note: string;
  to: string;
  /** Whether its list shows measurements, which only some of the staff may open. */
  needsMeasurements?: boolean;
  count: (work: number) => string;
}[] = [
  {
    kind: "atRisk",
    label: "Promises at risk",
    note: "Later than promised",
    to: "/admin/atelier/promises",
    count: (work) => (work === 1 ? "1 promise is at risk" : `${work} promises are at risk`),
  },
  {
    kind: "patterns",
    label: "Patterns",
    note: "To review or approve",
    to: "/admin/atelier/patterns",
    count: (work) =>
      work === 1 ? "1 pattern waits to be approved" : `${work} patterns wait to be approved`,
  },
  {
    kind: "alterations",
    label: "Alterations",
    note: "To decide or to make",
    to: "/admin/atelier/alterations",
    needsMeasurements: true,
    count: (work) =>
      work === 1
        ? "1 alteration waits for the atelier"
        : `${work} alterations wait for the atelier`,
  },
  {
    kind: "cloths",
    label: "Cloth",
    note: "Running low",
    to: "/admin/atelier/cloth",
    count: (work) => (work === 1 ? "1 cloth runs out" : `${work} cloths run out`),
  },
];

/** All that waits, for a counter of the menu. */
export const totalWork = ({ alterations, atRisk, cloths, patterns }: AtelierWork): number =>
  alterations + atRisk + cloths + patterns;

export const NO_ATELIER_WORK: AtelierWork = { atRisk: 0, patterns: 0, alterations: 0, cloths: 0 };

/** How much of each kind waits. */
export const workOf = ({
  alterations,
  cloths,
  patterns,
  promises,
}: AtelierReport): AtelierWork => ({
  atRisk: promises.length,
  patterns,
  alterations,
  cloths: cloths.length,
});
