import { useState } from "react";
import { Link } from "react-router";
import { DueText, StageBadge } from "#app/components/production/board-parts.tsx";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import { worksOffline } from "#app/shell/offline-guard.ts";
import { orderNumber } from "#core/document-number.ts";
import type { GarmentCard, Stage } from "#features/garments/garment/garment.ts";
import {
  canMove,
  garmentName,
  hasReached,
  isBack,
  nextStages,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import { BOARD_STAGES } from "#features/garments/production/board.ts";
import { fitLabels, sizeAndColor } from "#features/orders/order/line-description.ts";

type CardProps = {
  today: string;
  queue: readonly QueuedCommand[];
  mayApprove: boolean;
  onMove: (card: GarmentCard, to: Stage) => void;
};

/** Stages that a card can be moved to without a form: those that ask for nothing. */
function plainMoves({ stage }: GarmentCard, mayApprove: boolean): Stage[] {
  return nextStages(stage).filter(
    (to) =>
      to !== "cut" &&
      to !== "pattern_ready" &&
      to !== "checked" &&
      !isBack(stage, to) &&
      (hasReached(to, "cut") || mayApprove),
  );
}

/** Columns side by side from tablets on, one below the other on phones. A card is also dragged to a stage. */
export function BoardColumns({ cards, ...shared }: CardProps & { cards: readonly GarmentCard[] }) {
  const [dragged, setDragged] = useState<GarmentCard | null>(null);
  return (
    <section
      aria-label="Board"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways is reached by keyboard
      tabIndex={0}
      className="-mx-4 overflow-x-auto px-4 pb-4 outline-offset-2 md:mx-0 md:px-0"
    >
      <StageLinks cards={cards} />
      <ol className="grid gap-x-4 gap-y-8 md:auto-cols-[13.5rem] md:grid-flow-col">
        {BOARD_STAGES.map((stage) => {
          const own = cards.filter((card) => card.stage === stage);
          const isTarget =
            dragged !== null &&
            plainMoves(dragged, shared.mayApprove).includes(stage) &&
            canMove(dragged.stage, stage);
          return (
            <li
              key={stage}
              className={`min-w-0 ${isTarget ? "bg-cloth" : ""} ${own.length === 0 ? "hidden md:block" : ""}`}
              onDragOver={(event) => isTarget && event.preventDefault()}
              onDrop={() => {
                if (isTarget) shared.onMove(dragged, stage);
                setDragged(null);
              }}
            >
              <h2
                id={`stage-${stage}`}
                className="eyebrow flex scroll-mt-4 items-baseline justify-between gap-2 border-b border-ink pb-2"
              >
                {stageMessages[stage]}
                <span className="figures text-ink-quiet">{own.length}</span>
              </h2>
              <ul className="divide-y divide-line">
                {own.map((card) => (
                  <li
                    key={card.id}
                    draggable
                    onDragStart={() => setDragged(card)}
                    onDragEnd={() => setDragged(null)}
                    className="py-3"
                  >
                    <Card card={card} {...shared} />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** More cards than these fill about two screens of a phone. */
const MANY_CARDS = 10;

/** Leads to each stage, because on a phone the stages stand below each other, forty garments on ten screens. */
function StageLinks({ cards }: { cards: readonly GarmentCard[] }) {
  if (cards.length <= MANY_CARDS) return null;
  return (
    <nav aria-label="Stages" className="mb-6 md:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {BOARD_STAGES.map((stage) => {
          const { length } = cards.filter((card) => card.stage === stage);
          return length === 0 ? null : (
            <li key={stage}>
              <a
                href={`#stage-${stage}`}
                className="figures link inline-flex min-h-11 items-center text-sm"
              >
                {stageMessages[stage]} {length}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function CardText({ card, today }: { card: GarmentCard; today: string }) {
  return (
    <>
      <Link
        to={`/admin/atelier/production/${card.id}`}
        {...worksOffline}
        className="link inline-block py-1 font-medium wrap-anywhere"
      >
        {garmentName(card)}
      </Link>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {[...sizeAndColor(card.line), ...fitLabels(card.line)].join(", ")}
      </p>
      <p className="figures text-sm text-ink-soft">
        {orderNumber(card.orderId)} · {card.maker?.name ?? "no maker"}
      </p>
      <p className="text-sm">
        <DueText card={card} today={today} />
      </p>
    </>
  );
}

function Card({ card, mayApprove, onMove, queue, today }: CardProps & { card: GarmentCard }) {
  const isWaiting = queue.some(({ command }) => command.garmentId === card.id);
  const moves = plainMoves(card, mayApprove);
  return (
    <article aria-label={`${card.name}, order ${orderNumber(card.orderId)}`}>
      <CardText card={card} today={today} />
      {isWaiting && <p className="text-sm text-warning">Waiting to send</p>}
      {moves.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-x-4">
          {moves.map((to) => (
            <button
              key={to}
              type="button"
              className="link inline-flex min-h-11 items-center text-sm"
              aria-label={`Move ${card.name}, order ${orderNumber(card.orderId)}, to ${stageMessages[to]}`}
              onClick={() => onMove(card, to)}
            >
              → {stageMessages[to]}
            </button>
          ))}
        </p>
      )}
    </article>
  );
}

/** One card a row, with its stage. */
export function BoardRows({ cards, today }: { cards: readonly GarmentCard[]; today: string }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {cards.map((card) => (
        <li
          key={card.id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3"
        >
          <div className="min-w-0">
            <CardText card={card} today={today} />
          </div>
          <StageBadge stage={card.stage} />
        </li>
      ))}
    </ul>
  );
}
