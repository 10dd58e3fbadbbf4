import { Printer } from "lucide-react";
import { useState } from "react";
import { Form, Link } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { DueText, StageBadge } from "#app/components/production/board-parts.tsx";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import {
  changesOf,
  enqueueCommand,
  versionAfter,
} from "#app/components/production/garment-queue.browser.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { worksOffline } from "#app/shell/offline-guard.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import type { GarmentCard, Stage } from "#features/garments/garment/garment.ts";
import {
  canMove,
  garmentName,
  hasReached,
  isBack,
  nextStages,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import type { BoardFilter } from "#features/garments/production/board.ts";
import {
  BOARD_STAGES,
  boardQuery,
  filterCards,
  groupByMaker,
  MAX_TICKETS,
  readBoardFilter,
  riskOf,
} from "#features/garments/production/board.ts";
import {
  listGarments,
  listMakerChoices,
} from "#features/garments/production/board-queries.server.ts";
import { garmentCommandSchema } from "#features/garments/production/garment-command.ts";
import { fitLabels, sizeAndColor } from "#features/orders/order/line-description.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Select } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/board.ts";
import { useGarmentQueue } from "./use-garment-queue.ts";
import { WaitingImages } from "./waiting-images.tsx";
import { WaitingList } from "./waiting-list.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { clock, db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const filter = readBoardFilter(url.searchParams);
  const list = await listGarments(db, { actor, isOver: filter.isOver });
  if (!list.ok) return refuse();
  return {
    filter,
    cards: list.value,
    today: dayOf(clock.now()),
    makers: await listMakerChoices(db),
    isAtelier: await isAtelier(db, actor),
  };
}

export const meta: Route.MetaFunction = () => [
  { title: "Production" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** The cards as this device left them: what waits to be sent is applied already. */
function withWaiting(cards: readonly GarmentCard[], pending: readonly QueuedCommand[]) {
  return cards.map((card) => {
    const changes = changesOf(pending, card.id, card.version);
    const moved = changes.findLast(({ command }) => command.kind === "move");
    return moved?.command.kind === "move" ? { ...card, stage: moved.command.to } : card;
  });
}

export default function Board({ loaderData }: Route.ComponentProps) {
  const { cards: stored, filter, isAtelier: mayApprove, makers, today } = loaderData;
  const { outcome, pending, queue, send } = useGarmentQueue(stored);
  const cards = filterCards(withWaiting(stored, pending), filter, today);
  const late = cards.filter((card) => riskOf(card, today) !== null).length;
  const types = [...new Set(stored.map(({ garmentType }) => garmentType))].sort();
  function move(card: GarmentCard, to: Stage): void {
    const command = garmentCommandSchema.parse({
      kind: "move",
      garmentId: card.id,
      to,
      happenedAt: new Date().toISOString(),
      version: versionAfter(pending, card.id, card.version),
      deviceEventId: newId(),
    }) as QueuedCommand["command"];
    enqueueCommand({ command, name: `${card.name} ${orderNumber(card.orderId)}` });
    send();
  }
  const shared = { today, queue, mayApprove, onMove: move };
  return (
    <AdminPage
      title="Production"
      lead="Every paid garment that is made to measure, until it ships."
    >
      <AtelierTabs />
      <WaitingList queue={queue} outcome={outcome} onSend={send} />
      <WaitingImages />
      <LinkTabs
        label="Views of the production"
        tabs={(["board", "due", "makers"] as const).map((view) => ({
          label: { board: "Board", due: "By due date", makers: "By maker" }[view],
          search: boardQuery({ ...filter, view }),
          current: filter.view === view,
        }))}
      />
      <FilterForm filter={filter} makers={makers} types={types} />
      <div className="mb-4 flex flex-wrap items-center gap-x-7 gap-y-1">
        <p role="status" className="figures text-sm text-ink-quiet">
          {cards.length === 1 ? "1 garment" : `${cards.length} garments`}
          {late > 0 && `, ${late} overdue or at risk`}
        </p>
        {cards.length > 0 && !filter.isOver && (
          <a
            href={`/admin/atelier/production/tickets.pdf?${cards
              .slice(0, MAX_TICKETS)
              .map(({ id }) => `id=${id}`)
              .join("&")}`}
            className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
          >
            <Printer size={16} aria-hidden="true" />
            {cards.length > MAX_TICKETS
              ? `Work tickets of the first ${MAX_TICKETS} (PDF)`
              : "Work tickets of these (PDF)"}
          </a>
        )}
      </div>
      {cards.length === 0 ? (
        <Nothing filter={filter} />
      ) : filter.view === "board" && !filter.isOver ? (
        <Columns cards={cards} {...shared} />
      ) : filter.view === "makers" ? (
        groupByMaker(cards).map(({ cards: own, maker }) => (
          <section key={maker?.id ?? ""} className="mt-8">
            <h2 className="display mb-2 text-xl">
              {maker?.name ?? "Without a maker"}{" "}
              <span className="figures text-sm text-ink-quiet">{own.length}</span>
            </h2>
            <Rows cards={own} today={today} />
          </section>
        ))
      ) : (
        <Rows cards={cards} today={today} />
      )}
    </AdminPage>
  );
}

function Nothing({ filter }: { filter: BoardFilter }) {
  const isFiltered = boardQuery({ ...filter, view: "board" }) !== "";
  if (!isFiltered)
    return (
      <EmptyState title="Nothing to make">
        A garment appears here when an order in the size Custom is paid.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No garment matches"
      action={
        <ButtonLink to="/admin/atelier/production" variant="secondary">
          Show everything
        </ButtonLink>
      }
    >
      Try another maker, garment type or time.
    </EmptyState>
  );
}

type FilterProps = {
  filter: BoardFilter;
  makers: readonly { id: string; name: string }[];
  types: readonly string[];
};

/** Works without JavaScript. */
function FilterForm({ filter, makers, types }: FilterProps) {
  const half = "w-[calc(50%-0.5rem)] sm:w-44";
  return (
    <Form
      key={boardQuery(filter)}
      role="search"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 py-5"
    >
      {filter.view !== "board" && <input type="hidden" name="view" value={filter.view} />}
      <Field label="Maker" className={half}>
        <Select name="maker" defaultValue={filter.maker}>
          <option value="">Everybody</option>
          <option value="none">Without a maker</option>
          {makers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Garment" className={half}>
        <Select name="garment" defaultValue={filter.garment}>
          <option value="">Every garment</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {garmentTypeName(type).name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Due" className={half}>
        <Select name="due" defaultValue={filter.due}>
          <option value="">Any day</option>
          <option value="week">Within seven days</option>
          <option value="risk">Overdue or at risk</option>
        </Select>
      </Field>
      <Checkbox
        label="Shipped and cancelled"
        name="over"
        value="1"
        defaultChecked={filter.isOver}
      />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </Form>
  );
}

type Shared = {
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
function Columns({ cards, ...shared }: Shared & { cards: readonly GarmentCard[] }) {
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

function Card({ card, mayApprove, onMove, queue, today }: Shared & { card: GarmentCard }) {
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

function Rows({ cards, today }: { cards: readonly GarmentCard[]; today: string }) {
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
