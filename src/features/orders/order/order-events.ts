import { formatReported } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText } from "#features/base/mail/outbox.ts";
import type { EventMessage } from "./events/describe-order-event.ts";
import { nameForWearer } from "./line-description.ts";
import { ORDER_EVENTS } from "./order-event-descriptions.ts";
import type { EventFields, StoredDetail } from "./order-event-details.ts";
import { doneText, endingText, endingTone } from "./order-event-details.ts";
import { daysText } from "./transfer-deposit.ts";

export type OrderEventType = keyof typeof ORDER_EVENTS;

type Described<Type extends OrderEventType> = (typeof ORDER_EVENTS)[Type];

type Stored<Type extends OrderEventType> = Described<Type>["stores"][number];

type MaybeStored<Type extends OrderEventType> = NonNullable<Described<Type>["mayStore"]>[number];

/** What an event of a type stores. */
export type OrderEventDetail<Type extends OrderEventType> = Readonly<
  Pick<EventFields, Stored<Type>> & Partial<Pick<EventFields, MaybeStored<Type>>>
>;

/** An event to record, of one type. */
export type OrderEventOf<Type extends OrderEventType> = {
  readonly orderId: string;
  readonly type: Type;
  readonly detail: OrderEventDetail<Type>;
  /** When it happened, if not now. */
  readonly at?: Date;
};

/** An event to record, of any type. */
export type NewOrderEvent = { [Type in OrderEventType]: OrderEventOf<Type> }[OrderEventType];

/** A recorded event. Its type may be one that the shop does not know any more. */
export type OrderEvent = {
  readonly id: string;
  readonly type: string;
  readonly detail: StoredDetail;
  readonly at: Date;
};

const isOrderEventType = (type: string): type is OrderEventType =>
  Object.hasOwn(ORDER_EVENTS, type);

/** The owner's message. An unknown event is shown by its stored name. */
export function eventMessage(type: string, detail: StoredDetail): EventMessage {
  if (isOrderEventType(type)) return ORDER_EVENTS[type].owner(detail);
  return {
    title: type.replaceAll("_", " "),
    explanation: endingText(detail) ?? doneText(detail),
    tone: endingTone(detail),
  };
}

const PUBLIC_TEXTS = [
  "arrival",
  "productName",
  "wearer",
  "carrier",
  "authorizationNumber",
  "reason",
  "instructions",
  "reference",
  "until",
  "receivedOn",
] as const;

const PUBLIC_AMOUNTS = ["amount", "deposit", "left", "owed"] as const;

const UNDER_REVIEW = "payment_under_review";

/** What customers read of a detail, as text. */
type PublicDetail = Partial<
  Record<(typeof PUBLIC_TEXTS)[number] | (typeof PUBLIC_AMOUNTS)[number], string> & {
    because: typeof UNDER_REVIEW;
    restDays: number;
    /** What the step asked for or promised has happened, or will not any more. */
    isOver: true;
  }
>;

export type CustomerStep = {
  id: string;
  type: OrderEventType;
  detail: PublicDetail;
  at: Date;
};

function publicDetail(detail: StoredDetail): PublicDetail {
  const shown: PublicDetail = {};
  for (const name of PUBLIC_AMOUNTS) {
    const amount = detail[name];
    if (amount) shown[name] = formatReported(amount);
  }
  if (detail.restDays !== undefined) shown.restDays = detail.restDays;
  for (const name of PUBLIC_TEXTS) {
    const text = detail[name];
    if (text !== undefined) shown[name] = text;
  }
  if (detail.because === UNDER_REVIEW) shown.because = UNDER_REVIEW;
  return shown;
}

const PAYMENT_ENDS: ReadonlySet<string> = new Set([
  "deposit_received",
  "completed",
  "cancelled",
  "expired",
]);

/** Whether what an event asked for or promised stands no more: a transfer of which something is here, or money that went back. */
function isSettled({ detail, type }: OrderEvent, later: readonly OrderEvent[]): boolean {
  if (type === "transfer_awaited") return later.some((each) => PAYMENT_ENDS.has(each.type));
  if (type !== "refund_promised") return false;
  return later.some((each) => each.type === "refunded" && each.detail.refundId === detail.refundId);
}

/** The customer's timeline: reported steps with public details, oldest first as the events are. */
export function customerSteps(events: readonly OrderEvent[]): CustomerStep[] {
  return events.flatMap((event, index) => {
    const { at, detail, id, type } = event;
    if (!isOrderEventType(type) || !ORDER_EVENTS[type].customer) return [];
    // A refund that failed before it was reported.
    if (type === "refund_failed" && !detail.isReported) return [];
    const shown = publicDetail(detail);
    if (isSettled(event, events.slice(index + 1))) shown.isOver = true;
    return [{ id, type, detail: shown, at }];
  });
}

/** What to transfer, with which reference and by when. A deposit comes first, and the rest after it. */
function awaitedText({
  amount,
  deposit,
  instructions,
  isOver,
  left,
  reference,
  restDays,
  until,
}: PublicDetail): string {
  if (isOver) return `We asked you to transfer ${amount} with the reference ${reference}.`;
  const to = instructions?.split("\n").filter(Boolean).join(", ");
  const due =
    deposit && restDays
      ? `Please transfer the deposit of ${deposit} with the reference ${reference} by ${until}, and the rest of ${left} with the same reference within ${daysText(restDays)} after the deposit has arrived.`
      : `Please transfer ${amount} with the reference ${reference} by ${until}.`;
  return `${due} To: ${to}`;
}

/** What is to be said of a step about a transfer instead of its message's explanation; null for any other step. */
function transferStepText({ detail, type }: Pick<CustomerStep, "type" | "detail">): string | null {
  const { amount, isOver, left, owed, reason, receivedOn, until } = detail;
  switch (type) {
    case "transfer_awaited":
      return awaitedText(detail);
    case "deposit_received":
      return `${amount} arrived on ${receivedOn}. ${left} is left to pay.`;
    case "transfer_late":
    case "transfer_further":
      return `${amount} arrived on ${receivedOn}. It is yours, and goes back to you.`;
    case "deposit_undone":
      return [`${amount} had not arrived yet.`, left && `${left} is left to pay.`]
        .filter(Boolean)
        .join(" ");
    case "refund_promised":
      return [
        isOver ? `${amount}.` : `We transfer ${amount} to your bank account by ${until}.`,
        reason,
      ]
        .filter(Boolean)
        .join(" ");
    case "cancelled":
    case "expired":
      return owed ? `We send the ${owed} that you transferred back to you.` : null;
    default:
      return null;
  }
}

/** A message that says what became of the email about its event too, for a page. */
export function messageWithEmail(message: EventMessage, mailRoute: MailRoute): EventMessage {
  const { emailed, explanation } = message;
  if (emailed === undefined) return message;
  const sentences = [explanation, emailedText(emailed, mailRoute)].filter(Boolean);
  return { ...message, explanation: sentences.join(" ") };
}

/** A step with its carrier, number or reason. */
export function customerStepMessage(step: Pick<CustomerStep, "type" | "detail">): EventMessage {
  const message = ORDER_EVENTS[step.type].customer ?? eventMessage(step.type, {});
  const { amount, authorizationNumber, because, carrier, productName = "", reason } = step.detail;
  const { wearer = "" } = step.detail;
  if (because === UNDER_REVIEW) {
    return { ...message, explanation: "The payment we received did not match your order." };
  }
  const transferText = transferStepText(step);
  if (transferText !== null) return { ...message, explanation: transferText };
  if (step.type === "promise_changed") {
    const { arrival } = step.detail;
    return { ...message, explanation: [arrival && `It now ${arrival}.`, reason].join(" ").trim() };
  }
  const more = [
    nameForWearer(productName, wearer),
    carrier && `With ${carrier}`,
    authorizationNumber && `Authorization number ${authorizationNumber}`,
    amount,
    reason,
    message.explanation,
  ].filter(Boolean);
  const sentences = more.map((text) => String(text).replace(/\.$/, "")).join(". ");
  const end = String(more.at(-1)).endsWith(".") ? "." : "";
  return more.length > 0 ? { ...message, explanation: sentences + end } : message;
}
