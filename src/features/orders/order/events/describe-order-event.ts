import type { EventFields, StoredFields } from "../order-event-details.ts";

export type EventMessage = {
  title: string;
  explanation: string | null;
  tone: "good" | "alert" | "plain";
  /** What the reader's email about it says or holds; a page says it with `emailedText`. */
  emailed?: string;
};

/** What somebody reads of an event. */
export function message(
  tone: EventMessage["tone"],
  title: string,
  explanation: string | null = null,
): EventMessage {
  return { title, explanation, tone };
}

type Description<Field extends keyof EventFields, MaybeField extends keyof EventFields> = {
  /** The keys of its detail; without them an event cannot be recorded. */
  stores: readonly Field[];
  /** Keys that its detail may have. */
  mayStore?: readonly MaybeField[];
  owner: (detail: StoredFields<Field | MaybeField>) => EventMessage;
  /** Null for what customers do not see. What they see of a detail is said in order-events.ts. */
  customer: EventMessage | null;
};

/** Its messages can use only what the event stores. */
export function describe<
  const Field extends keyof EventFields = never,
  const MaybeField extends keyof EventFields = never,
>(description: Description<Field, MaybeField>): Description<Field, MaybeField> {
  return description;
}
