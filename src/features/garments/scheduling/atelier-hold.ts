import type {
  HoldDecision,
  HolderCount,
  ScarceDemand,
} from "#features/catalog/inventory/hold-limits.ts";
import { decideHold } from "#features/catalog/inventory/hold-limits.ts";
import type { AtelierState } from "./line-promises.ts";
import { weekOf } from "./promise.ts";
import { buildQueue, freeMinutesBy, minutesOfOneDay } from "./schedule.ts";

/** A length of cloth in millimetres. */
export type ClothLength = { readonly clothId: string; readonly lengthMm: number };

/** Garments that are due on one day. `minutes` of work for each. */
export type DueWork = {
  readonly minutes: number;
  readonly count: number;
  readonly shipBy: string;
  readonly rush: boolean;
};

/** A made-to-measure line of an unpaid order that holds time and cloth. `id` as its garments in `AtelierState.open` begin. */
export type HeldLine = DueWork & {
  readonly id: string;
  readonly isStranger: boolean;
  readonly holderKeys: readonly string[];
  readonly cloths: readonly ClothLength[];
};

/** Who orders, and under which names the garments count. */
export type HoldingCustomer = {
  readonly isStranger: boolean;
  readonly holders: readonly { readonly key: string; readonly maxGarments: number }[];
};

/** What an order asks for. `freeMm` of each cloth is what is left before it. */
export type RequestedWork = {
  readonly lines: readonly DueWork[];
  readonly cloths: readonly (ClothLength & { readonly freeMm: number })[];
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const workOf = ({ count, minutes }: DueWork) => count * minutes;

/**
 * The makers' minutes until each day on which something is due from the order's first day on. Strangers never hold more than one
 * day's work of the atelier, so that nobody's day moves by more than that.
 */
function timeDemands(
  state: AtelierState,
  strangers: readonly HeldLine[],
  lines: readonly DueWork[],
): ScarceDemand[] {
  const { atelier, open, shipping, today } = state;
  if (atelier.makers.length === 0) return [];
  const ids = new Set(strangers.map(({ id }) => id));
  const others = open.filter(({ id }) => !ids.has(id.split(":", 1)[0] ?? id));
  const queue = buildQueue(today, atelier, others, shipping.overtimeMinutes);
  const most = minutesOfOneDay(queue);
  const days = new Set([...strangers, ...lines].map(({ shipBy }) => shipBy));
  const dueBy = (work: readonly DueWork[], day: string) =>
    sum(
      work.filter(({ shipBy }) => shipBy <= day),
      workOf,
    );
  return [...days].map((day) => ({
    free: freeMinutesBy(queue, day),
    heldByStrangers: dueBy(strangers, day),
    wanted: dueBy(lines, day),
    most,
  }));
}

/** Garments with rush in each week in which the order asks for it. */
function rushDemands(
  { open, shipping }: AtelierState,
  strangers: readonly HeldLine[],
  lines: readonly DueWork[],
): ScarceDemand[] {
  const weeks = new Set(lines.filter(({ rush }) => rush).map(({ shipBy }) => weekOf(shipBy)));
  return [...weeks].map((week) => {
    const inWeek = ({ rush, shipBy }: { rush: boolean; shipBy: string | null }) =>
      rush && shipBy !== null && weekOf(shipBy) === week;
    const heldByStrangers = sum(strangers.filter(inWeek), ({ count }) => count);
    return {
      free: shipping.rushPerWeek - open.filter(inWeek).length + heldByStrangers,
      heldByStrangers,
      wanted: sum(lines.filter(inWeek), ({ count }) => count),
    };
  });
}

function clothDemands(
  strangers: readonly HeldLine[],
  cloths: RequestedWork["cloths"],
): ScarceDemand[] {
  const held = strangers.flatMap((line) => line.cloths);
  return cloths.map(({ clothId, freeMm, lengthMm }) => {
    const heldByStrangers = sum(
      held.filter((cloth) => cloth.clothId === clothId),
      (cloth) => cloth.lengthMm,
    );
    return { free: freeMm + heldByStrangers, heldByStrangers, wanted: lengthMm };
  });
}

/**
 * Whether an unpaid order holds makers' time, cloth and rush, by the one rule of all scarce things (`decideHold`). `state` contains
 * what is promised to others and not the order itself; `held`: the lines of unpaid orders that hold.
 */
export function decideAtelierHold(
  state: AtelierState,
  held: readonly HeldLine[],
  { holders, isStranger }: HoldingCustomer,
  { cloths, lines }: RequestedWork,
): HoldDecision {
  const strangers = held.filter((line) => line.isStranger);
  const counts: HolderCount[] = holders.map(({ key, maxGarments }) => ({
    maxGarments,
    held: sum(
      held.filter(({ holderKeys }) => holderKeys.includes(key)),
      ({ count }) => count,
    ),
  }));
  return decideHold({
    isStranger,
    holders: counts,
    garments: sum(lines, ({ count }) => count),
    demands: isStranger
      ? [
          ...timeDemands(state, strangers, lines),
          ...rushDemands(state, strangers, lines),
          ...clothDemands(strangers, cloths),
        ]
      : [],
  });
}
