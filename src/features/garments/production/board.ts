import { addDays } from "#core/business-days.ts";
import { isId } from "#core/ids.ts";
import { hasText } from "#core/plain-text.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import type { GarmentCard, Stage } from "#features/garments/garment/garment.ts";
import { isInWork, STAGES } from "#features/garments/garment/garment.ts";
import { orderIdRange } from "#features/orders/order/order.ts";

/** The columns of the board: the stages in which somebody works on a garment. */
export const BOARD_STAGES: readonly Stage[] = STAGES.filter((stage) => isInWork(stage));

/** Days of work between a stage and the finished garment, one for each stage. */
const stagesLeft = (stage: Stage) => STAGES.indexOf("finished") - STAGES.indexOf(stage);

/** The most tickets of one PDF, whose URL has their ids. */
export const MAX_TICKETS = 60;

export type Risk = "overdue" | "at_risk" | null;

/** Overdue after its day; at risk with fewer days left than stages. Today is a day in Georgetown, YYYY-MM-DD. */
export function riskOf({ due, stage }: Pick<GarmentCard, "due" | "stage">, today: string): Risk {
  if (!due || !isInWork(stage)) return null;
  if (due.day < today) return "overdue";
  return due.day < addDays(today, stagesLeft(stage)) ? "at_risk" : null;
}

export type BoardFilter = {
  view: "board" | "due" | "makers";
  /** A maker's id, "none" for garments without one, or "". */
  maker: string;
  garment: string;
  due: "" | "week" | "risk";
  /** What the work is over for: shipped and cancelled garments. */
  isOver: boolean;
  /** A part of a garment's name, its order's number or its maker's name; "" for all. */
  search: string;
};

const DUE = ["week", "risk"] as const;
const VIEWS = ["due", "makers"] as const;
const WEEK = 7;

const isMaker = (text: string) => text === "none" || isId(text);
const isGarmentType = (text: string) => /^[a-z-]{1,40}$/.test(text);

/** Every filter of the board and what it can read. */
export const BOARD_FILTERS: readonly FilterReader[] = [
  { label: "View", name: "view", isReadable: oneOf(["board", ...VIEWS]) },
  { label: "Maker", name: "maker", isReadable: isMaker },
  { label: "Garment", name: "garment", isReadable: isGarmentType },
  { label: "Due", name: "due", isReadable: oneOf(DUE) },
  { label: "Over", name: "over", isReadable: oneOf(["1"]) },
];

/** Invalid values are ignored. */
export function readBoardFilter(params: URLSearchParams): BoardFilter {
  const maker = params.get("maker") ?? "";
  const garment = params.get("garment") ?? "";
  return {
    view: VIEWS.find((view) => view === params.get("view")) ?? "board",
    maker: isMaker(maker) ? maker : "",
    garment: isGarmentType(garment) ? garment : "",
    due: DUE.find((due) => due === params.get("due")) ?? "",
    isOver: params.get("over") === "1",
    search: readListSearch(params),
  };
}

/** The query of a filter, with "?"; "" for everything on the board. */
export function boardQuery({ due, garment, isOver, maker, search, view }: BoardFilter): string {
  const params = new URLSearchParams();
  if (view !== "board") params.set("view", view);
  if (maker !== "") params.set("maker", maker);
  if (garment !== "") params.set("garment", garment);
  if (due !== "") params.set("due", due);
  if (isOver) params.set("over", "1");
  if (search !== "") params.set("q", search);
  return params.size === 0 ? "" : `?${params}`;
}

/** Whether a card is of the order whose number is searched, or has the search in its garment's or maker's name. */
function isFound({ maker, name, orderId }: GarmentCard, search: string): boolean {
  const range = orderIdRange(search);
  const isOfOrder = range !== null && range.first <= orderId && orderId <= range.last;
  return isOfOrder || hasText([name, maker?.name ?? ""], search);
}

/** The cards that a filter shows, soonest first and those without a day last. */
export function filterCards(
  cards: readonly GarmentCard[],
  filter: BoardFilter,
  today: string,
): GarmentCard[] {
  const lastDay = addDays(today, WEEK);
  return cards
    .filter(
      (card) =>
        isInWork(card.stage) !== filter.isOver &&
        isFound(card, filter.search) &&
        (filter.maker === "" || (card.maker?.id ?? "none") === filter.maker) &&
        (filter.garment === "" || card.garmentType === filter.garment) &&
        (filter.due !== "risk" || riskOf(card, today) !== null) &&
        (filter.due !== "week" || (card.due !== null && card.due.day <= lastDay)),
    )
    .toSorted((one, other) => sortDay(one).localeCompare(sortDay(other)));
}

const sortDay = ({ due, number, orderId }: GarmentCard) =>
  `${due?.day ?? "9999"} ${orderId} ${String(number).padStart(4, "0")}`;

/** Groups the cards by their maker's name; those without a maker come last. */
export function groupByMaker(
  cards: readonly GarmentCard[],
): { maker: GarmentCard["maker"]; cards: GarmentCard[] }[] {
  const groups = Map.groupBy(cards, ({ maker }) => maker?.id ?? "");
  return [...groups.values()]
    .map((own) => ({ maker: own[0]?.maker ?? null, cards: own }))
    .toSorted((one, other) => {
      if (!one.maker || !other.maker) return one.maker ? -1 : other.maker ? 1 : 0;
      return one.maker.name.localeCompare(other.maker.name);
    });
}
