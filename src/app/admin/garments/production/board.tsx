import { Printer } from "lucide-react";
import { Form } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import type { QueuedCommand } from "#app/components/production/garment-queue.browser.ts";
import {
  changesOf,
  enqueueCommand,
  versionAfter,
} from "#app/components/production/garment-queue.browser.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { isAtelier } from "#features/base/identity/guards.server.ts";
import type { GarmentCard, Stage } from "#features/garments/garment/garment.ts";
import type { BoardFilter } from "#features/garments/production/board.ts";
import {
  BOARD_FILTERS,
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
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/board.ts";
import { BoardColumns, BoardRows } from "./board-cards.tsx";
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
      <UnreadableFilters filters={BOARD_FILTERS} />
      <div className="mb-4 flex flex-wrap items-center gap-x-7 gap-y-1">
        <p data-summary="" className="figures text-sm text-ink-quiet">
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
        <BoardColumns cards={cards} {...shared} />
      ) : filter.view === "makers" ? (
        groupByMaker(cards).map(({ cards: own, maker }) => (
          <section key={maker?.id ?? ""} className="mt-8">
            <h2 className="display mb-2 text-xl">
              {maker?.name ?? "Without a maker"}{" "}
              <span className="figures text-sm text-ink-quiet">{own.length}</span>
            </h2>
            <BoardRows cards={own} today={today} />
          </section>
        ))
      ) : (
        <BoardRows cards={cards} today={today} />
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
      Try another name, maker, garment type or time.
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
      <Field label="Name, order or maker" className={half}>
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
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
