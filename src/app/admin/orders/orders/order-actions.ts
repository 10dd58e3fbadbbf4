import type { FormResult } from "#app/web/form.server.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported } from "#core/money-amount.ts";

/** Intents of the order page's forms. */
export const ORDER_ACTIONS = [
  "ship",
  "unship",
  "deliver",
  "undeliver",
  "track",
  "address",
  "promise",
  "note",
  "mark-paid",
  "record-deposit",
  "record-late",
  "owed-as-credit",
  "undo-deposit",
  "refund",
  "refund-payment",
  "refund-sent",
  "cancel",
  "give-credit",
  "resend",
  "open-return",
  "receive",
  "refund-return",
  "exchange",
  "decline",
] as const;

export type OrderAction = (typeof ORDER_ACTIONS)[number];

export const ORDER_ACTION_MESSAGES: Readonly<Record<OrderAction, string>> = {
  ship: "The parcel is on its way. The customer has mail, unless they want no order updates.",
  unship: "The parcel is taken back. Its pieces wait to be sent again.",
  deliver: "Marked as delivered. The customer has mail, unless they want no order updates.",
  undeliver: "Taken back: the parcel is on its way again.",
  track: "The tracking is corrected.",
  address: "The address is changed, and the customer has mail about it.",
  promise: "The new day is promised, and the customer has mail about it.",
  note: "The note is written.",
  "mark-paid": "The order is paid, and the customer has the confirmation.",
  "record-deposit": "The transfer is recorded, and the customer has mail about it.",
  "record-late":
    "The late transfer is recorded, and the customer has mail that it comes back. It waits under Payments.",
  "owed-as-credit": "The store credit is given, and the customer has the link to it.",
  "undo-deposit":
    "The transfer is taken back. If the customer had mail about it, a correction is on its way.",
  refund: "The refund is recorded. The customer has mail as soon as it has left.",
  "refund-payment":
    "The payment goes back. The customer has mail about it, for a card as soon as the payment provider confirms it.",
  "refund-sent": "It is recorded as sent, and the customer has mail that it is on its way.",
  cancel: "The order is cancelled. What was paid for it goes back.",
  "give-credit": "The store credit is given, and the customer has the link to it.",
  resend: "The mail goes out again.",
  "open-return": "The return is open, and the customer has its number.",
  receive: "The return is received, and the customer knows.",
  "refund-return": "The refund is recorded, and the return is settled.",
  exchange: "The return is exchanged. The new pieces wait for their parcel.",
  decline: "The return is declined, and the customer knows why.",
};

export function confirmRefundMessage(amount: ReportedAmount): string {
  return `${formatReported(amount)} goes back to the customer. This cannot be undone. Is that right?`;
}

/** `of` is the shipment, "" for the order itself. */
export type Done = { intent: OrderAction; of: string };

/** Reads which action the URL reports as completed; null when it is unknown. */
export function readDone(params: URLSearchParams): Done | null {
  const intent = ORDER_ACTIONS.find((each) => each === params.get("done"));
  return intent ? { intent, of: params.get("of") ?? "" } : null;
}

/** Ignores the result of another form. */
export function resultOf(
  result: FormResult | undefined,
  intent: OrderAction,
  target = "",
): FormResult | undefined {
  const { intent: posted, target: about = "" } = result?.initialValue ?? {};
  return posted === intent && about === target ? result : undefined;
}

export const UNDO_OBSTACLE_MESSAGES = {
  returned: "A return was announced since, and its days were counted by this step: it stays.",
  refunded: "Money went back since: this step stays as it is.",
  delivered: "This parcel has arrived. Take that back first.",
} as const;

/** Shown when the email about an undone step was already sent. */
export const EMAIL_WAS_SENT =
  "The mail about it is out already. The order's page tells the customer how it is; write to them if they wait for it.";
