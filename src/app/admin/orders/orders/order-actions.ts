import type { FormResult } from "#app/web/form.server.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { staffEmailText } from "#features/base/mail/outbox.ts";

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

type ActionMessage = {
  readonly done: string;
  /** What the customer's email about it says or does, where a mail server takes it. */
  readonly emailed?: string;
};

const ACTION_MESSAGES: Readonly<Record<OrderAction, ActionMessage>> = {
  ship: {
    done: "The parcel is on its way.",
    emailed: "The customer has mail, unless they want no order updates.",
  },
  unship: { done: "The parcel is taken back. Its pieces wait to be sent again." },
  deliver: {
    done: "Marked as delivered.",
    emailed: "The customer has mail, unless they want no order updates.",
  },
  undeliver: { done: "Taken back: the parcel is on its way again." },
  track: { done: "The tracking is corrected." },
  address: { done: "The address is changed.", emailed: "The customer has mail about it." },
  promise: { done: "The new day is promised.", emailed: "The customer has mail about it." },
  note: { done: "The note is written." },
  "mark-paid": { done: "The order is paid.", emailed: "The customer has the confirmation." },
  "record-deposit": {
    done: "The transfer is recorded.",
    emailed: "The customer has mail about it.",
  },
  "record-late": {
    done: "The late transfer is recorded. It waits under Payments.",
    emailed: "The customer has mail that it comes back.",
  },
  "owed-as-credit": {
    done: "The store credit is given.",
    emailed: "The customer has the link to it.",
  },
  "undo-deposit": {
    done: "The transfer is taken back.",
    emailed: "If the customer had mail about it, a correction is on its way.",
  },
  refund: {
    done: "The refund is recorded.",
    emailed: "The customer has mail as soon as it has left.",
  },
  "refund-payment": {
    done: "The payment goes back.",
    emailed:
      "The customer has mail about it, for a card as soon as the payment provider confirms it.",
  },
  "refund-sent": {
    done: "It is recorded as sent.",
    emailed: "The customer has mail that it is on its way.",
  },
  cancel: { done: "The order is cancelled. What was paid for it goes back." },
  "give-credit": {
    done: "The store credit is given.",
    emailed: "The customer has the link to it.",
  },
  resend: { done: "The mail is written again.", emailed: "It goes out now." },
  "open-return": { done: "The return is open.", emailed: "The customer has its number by mail." },
  receive: { done: "The return is received.", emailed: "The customer has mail about it." },
  "refund-return": { done: "The refund is recorded, and the return is settled." },
  exchange: { done: "The return is exchanged. The new pieces wait for their parcel." },
  decline: { done: "The return is declined.", emailed: "The customer has mail with the reason." },
};

/** What the owner reads after an action: what is done, and what became of the customer's email about it. */
export function orderActionMessage(intent: OrderAction, mailRoute: MailRoute): string {
  const { done, emailed } = ACTION_MESSAGES[intent];
  return emailed === undefined ? done : `${done} ${staffEmailText(emailed, mailRoute)}`;
}

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
