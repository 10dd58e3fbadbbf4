/** What can be done with an order at the owner's desk; the value of its form's `intent`. */
export const ORDER_ACTIONS = [
  "ship",
  "unship",
  "deliver",
  "undeliver",
  "track",
  "address",
  "note",
  "refund",
  "cancel",
  "resend",
  "receive",
  "refund-return",
  "exchange",
  "decline",
] as const;

export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** Why a form of the desk was refused, what is wrong with which field, and what was typed. */
export type OrderActionRefusal = {
  intent: OrderAction;
  /** The parcel or return whose form it is, "" for the order's own. */
  target: string;
  message: string;
  errors: Record<string, string | undefined>;
  typed: Record<string, string>;
};

/** What stands above the order after something was done. */
export const ORDER_ACTION_MESSAGES: Readonly<Record<OrderAction, string>> = {
  ship: "The parcel is on its way. The customer has mail, unless they want no order updates.",
  unship: "The parcel is taken back. Its pieces wait to be sent again.",
  deliver: "Marked as delivered. The customer has mail, unless they want no order updates.",
  undeliver: "Taken back: the parcel is on its way again.",
  track: "The tracking is corrected.",
  address: "The address is changed, and the customer has mail about it.",
  note: "The note is written.",
  refund:
    "The refund is on its way. The customer has mail as soon as the payment provider confirms it.",
  cancel: "The order is cancelled. What was paid for it goes back.",
  resend: "The mail goes out again.",
  receive: "The return is received, and the customer knows.",
  "refund-return": "The money is on its way back, and the return is settled.",
  exchange: "The return is exchanged. The new pieces wait for their parcel.",
  decline: "The return is declined, and the customer knows why.",
};

/** What was done with an order; `of` is the parcel it was done with, "" for the order itself. */
export type Done = { intent: OrderAction; of: string };

/** Reads what was done from the page's address; null when it says nothing that makes sense. */
export function readDone(params: URLSearchParams): Done | null {
  const intent = ORDER_ACTIONS.find((each) => each === params.get("done"));
  return intent ? { intent, of: params.get("of") ?? "" } : null;
}

/** What a form was told about itself: its refusal when it was the one that was sent, else nothing. */
export function refusalOf(
  refusal: OrderActionRefusal | undefined,
  intent: OrderAction,
  target = "",
): OrderActionRefusal | null {
  return refusal?.intent === intent && refusal.target === target ? refusal : null;
}
