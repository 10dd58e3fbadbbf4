import type { SQL } from "drizzle-orm";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { garmentEvents, makers } from "#db/schema/production.server.ts";
import type { GarmentEvent, GarmentStage, RecordedEvent } from "./garment.ts";
import { isGarmentStage } from "./garment.ts";

/** Who changes a garment, without an id for a customer; null for the shop itself. */
export type Staff = { userId: string | null; name: string } | null;

const staffColumns = (staff: Staff) => ({
  staffId: staff?.userId ?? null,
  staffName: staff?.name ?? "",
});

export type NewGarmentEvent = GarmentEvent & {
  garmentId: string;
  at: Date;
  staff: Staff;
  /** Chosen by the device, so that a repeated sync adds nothing. */
  deviceEventId?: string | null;
};

type EventColumns = Pick<
  typeof garmentEvents.$inferInsert,
  "fromStage" | "toStage" | "makerId" | "minutes" | "note"
>;

function columnsOf(event: GarmentEvent): EventColumns {
  switch (event.kind) {
    case "stage": {
      const { from, makerId, minutes, note, to } = event;
      return { fromStage: from, toStage: to, makerId, minutes, note };
    }
    case "maker":
      return { makerId: event.makerId };
    case "work": {
      const { makerId, minutes, note, stage } = event;
      return { toStage: stage, makerId, minutes, note };
    }
    case "note":
    case "photo":
      return { note: event.note };
  }
}

/** Adds what happened to garments, in the transaction that changes them. Events are never changed. */
export async function recordGarmentEvents(
  tx: Transaction,
  events: readonly NewGarmentEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(garmentEvents).values(
    events.map((event) => ({
      garmentId: event.garmentId,
      kind: event.kind,
      happenedAt: event.at,
      deviceEventId: event.deviceEventId ?? null,
      ...columnsOf(event),
      ...staffColumns(event.staff),
    })),
  );
}

/** An event as the database returns it. Moments are texts, because JSON has no others. */
export type EventRow = {
  id: string;
  kind: GarmentEvent["kind"];
  from: string | null;
  to: string | null;
  makerId: string | null;
  makerName: string | null;
  minutes: number | null;
  note: string;
  by: string;
  at: string;
};

function stageOf(row: EventRow, stage: string | null): GarmentStage {
  if (stage !== null && isGarmentStage(stage)) return stage;
  throw new Error(`The event ${row.id} of a garment names the stage ${stage}.`);
}

function contentOf(row: EventRow): GarmentEvent {
  const { kind, makerId, minutes, note } = row;
  switch (kind) {
    case "stage": {
      const from = row.from === null ? null : stageOf(row, row.from);
      return { kind, from, to: stageOf(row, row.to), makerId, minutes, note };
    }
    case "maker":
      return { kind, makerId };
    case "work":
      return { kind, stage: stageOf(row, row.to), makerId, minutes: minutes ?? 0, note };
    case "note":
    case "photo":
      return { kind, note };
  }
}

/** Throws when a row names an unknown stage: nothing writes one. */
export function readEvent(row: EventRow): RecordedEvent {
  const { at, by, id, makerName } = row;
  return { ...contentOf(row), id, makerName, by, at: new Date(at) };
}

/** The events of one garment as JSON, newest first, for a statement that reads more beside them. */
export const eventsJson = (garmentId: SQL) => sql<EventRow[]>`(
  select coalesce(json_agg(json_build_object(
      'id', e.id, 'kind', e.kind, 'from', e.from_stage, 'to', e.to_stage, 'makerId', e.maker_id, 'makerName', m.name,
      'minutes', e.minutes, 'note', e.note, 'by', e.staff_name, 'at', e.happened_at
    ) order by e.created_at desc, e.id desc), '[]')
    from ${garmentEvents} e left join ${makers} m on m.id = e.maker_id where e.garment_id = ${garmentId})`;

/** When a garment last came from "received" to "measurements checked", by the database's clock. A step back from a later stage is no check. */
export const checkedAtOf = (garmentId: SQL) => sql<string | null>`(
  select max(e.created_at) from ${garmentEvents} e
   where e.garment_id = ${garmentId} and e.kind = 'stage' and e.from_stage = 'received' and e.to_stage = 'checked')`;

/** Where a garment was before it last came to this stage; "received" where no event says so. */
export async function findStageBefore(
  tx: Transaction,
  garmentId: string,
  stage: GarmentStage,
): Promise<GarmentStage> {
  const [last] = await tx
    .select({ from: garmentEvents.fromStage })
    .from(garmentEvents)
    .where(
      and(
        eq(garmentEvents.garmentId, garmentId),
        eq(garmentEvents.kind, "stage"),
        eq(garmentEvents.toStage, stage),
      ),
    )
    .orderBy(desc(garmentEvents.createdAt), desc(garmentEvents.id))
    .limit(1);
  return last?.from && isGarmentStage(last.from) ? last.from : "received";
}

/** Who last changed the stage or the maker of a garment, and when; null when nobody did. */
export async function findLastChange(
  tx: Transaction,
  garmentId: string,
): Promise<{ by: string; at: Date } | null> {
  const [last] = await tx
    .select({ by: garmentEvents.staffName, at: garmentEvents.happenedAt })
    .from(garmentEvents)
    .where(
      and(eq(garmentEvents.garmentId, garmentId), inArray(garmentEvents.kind, ["stage", "maker"])),
    )
    .orderBy(desc(garmentEvents.createdAt), desc(garmentEvents.id))
    .limit(1);
  return last ?? null;
}

/** Minutes of a maker on a garment, or of nobody named. They hold as long as the garment's row is locked. */
export async function sumMinutes(
  tx: Transaction,
  garmentId: string,
  makerId: string | null,
): Promise<number> {
  const [row] = await tx
    .select({ minutes: sql<number>`coalesce(sum(${garmentEvents.minutes}), 0)::int` })
    .from(garmentEvents)
    .where(
      and(
        eq(garmentEvents.garmentId, garmentId),
        makerId === null ? isNull(garmentEvents.makerId) : eq(garmentEvents.makerId, makerId),
      ),
    );
  return row?.minutes ?? 0;
}

/** The device's time, unless its clock is wrong: never before the garment, never in the future. Null is now. */
export function deviceMoment(happenedAt: Date | null, createdAt: Date, now: Date): Date {
  return happenedAt === null || happenedAt > now || happenedAt < createdAt ? now : happenedAt;
}

/** Whether the change that a device sends is recorded already. */
export async function isDeviceEventKnown(
  db: Queryable,
  deviceEventId: string | null,
): Promise<boolean> {
  if (deviceEventId === null) return false;
  const known = await db
    .select({ id: garmentEvents.id })
    .from(garmentEvents)
    .where(eq(garmentEvents.deviceEventId, deviceEventId));
  return known.length > 0;
}
