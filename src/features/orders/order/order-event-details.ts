import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported, isReportedAmount } from "#core/money-amount.ts";
import type { WithdrawnEmail } from "#features/base/mail/enqueue-email.server.ts";
import { nameForWearer } from "./line-description.ts";

/**
 * Why an order ended unpaid, as the owner reads it. `no_promise`, `not_shipped_there` and `credit_gone` are of earlier versions:
 * such orders are no longer stored (ADR 0048).
 */
const END_REASONS = {
  provider_expired: "Nobody paid before the payment page closed.",
  time_passed: "Nobody paid in time.",
  visitor_cancelled: "The customer left the payment page.",
  customer_cancelled: "The customer cancelled it before paying.",
  replaced: "The customer started a new checkout instead.",
  no_promise: "The atelier could not promise a day for what is made to measure.",
  not_shipped_there: "No way of shipping serves the country that the customer chose.",
  keys_gone:
    "Its keys are gone, so the shop cannot know whether it was paid: please check the Stripe dashboard.",
  other_account:
    "It was opened with other Stripe keys, so nobody here knows whether it was paid: please look in that account's dashboard.",
  payment_refused: "The customer's bank refused the payment.",
  payment_under_review: "The payment that arrived does not match the order.",
  shop_cancelled: "The shop cancelled it.",
  provider_failed: "The payment provider could not open a payment page.",
  credit_gone: "The store credit that was to pay for it had been used in the meantime.",
} as const;

export type EndReason = keyof typeof END_REASONS;

/** What was sold although it was not there: items of a variant, or millimetres of a cloth. */
type Missing =
  | { readonly variantId: string; readonly wanted: number; readonly left: number }
  | { readonly clothId: string; readonly wantedMm: number; readonly freeMm: number };

/** The keys of the stored details. A key means the same in every event; a migration renames it. */
export type EventFields = {
  /** The Stripe account of the payment page, `acct_…`, or a fingerprint of its key. */
  account: string;
  amount: ReportedAmount;
  /** The days on which the order arrives, as the customer reads them. */
  arrival: string;
  authorizationNumber: string;
  because: EndReason;
  /** The name of the admin. */
  by: string;
  /** False for another way to pay than a card. */
  card: boolean;
  carrier: string;
  city: string;
  /** Why a payment was declined (decline-codes.ts). */
  code: string;
  /** What is to be transferred before the order holds its place. */
  deposit: ReportedAmount;
  disputeId: string;
  expected: ReportedAmount;
  /** The provider's reason. */
  failure: string | null;
  instructions: string;
  /** Whether the customer was told that the refund had left, and is told that it came back. */
  isReported: boolean;
  /** How many items of a return arrived. */
  items: number;
  /** Whether the payment came after the reservation had ended. */
  late: boolean;
  /** What is left to pay. */
  left: ReportedAmount;
  mail: WithdrawnEmail;
  /** The shipping method's label. */
  method: string | null;
  missing: readonly Missing[];
  note: string;
  /** What was transferred of an order that ended unpaid. */
  owed: ReportedAmount;
  paid: ReportedAmount;

  paymentId: string | null;
  productName: string;
  provider: string;
  quantity: number;
  reason: string;
  /** The day on which a transfer arrived, as the customer reads it. */
  receivedOn: string;
  reference: string;
  refundId: string;
  /** How many days the rest may take once the deposit is there. */
  restDays: number;
  /** A shipment that is no longer there: its carrier and number. */
  shipment: string;
  shipmentId: string;
  trackingNumber: string;
  /** The last day of a bank transfer, as the customer reads it. */
  until: string;
  /** Whose garment it is; "" where nobody is named. */
  wearer: string;
  /** Whether nothing is left to refund. */
  whole: boolean;
  /** The payment provider's trouble. */
  why: string;
};

/** Whether a field can hold what somebody wrote or what belongs to a person. A new field has to say it. */
const HOLDS_PERSONAL_DATA = {
  account: false,
  amount: false,
  arrival: false,
  authorizationNumber: false,
  because: false,
  by: false,
  card: false,
  carrier: false,
  city: true,
  code: false,
  deposit: false,
  disputeId: false,
  expected: false,
  failure: true,
  instructions: false,
  isReported: false,
  items: false,
  late: false,
  left: false,
  mail: false,
  method: false,
  missing: false,
  note: true,
  owed: false,
  paid: false,
  paymentId: false,
  productName: false,
  provider: false,
  quantity: false,
  reason: true,
  receivedOn: false,
  reference: false,
  refundId: false,
  restDays: false,
  shipment: true,
  shipmentId: false,
  trackingNumber: true,
  until: false,
  wearer: true,
  whole: false,
  why: false,
} as const satisfies { readonly [Field in keyof EventFields]: boolean };

/** Events of earlier versions stored these. */
const FORMER_PERSONAL_FIELDS = ["address", "trackingUrl"];

/** The keys of stored details that are removed when somebody's data is erased; `by`, an admin's name, stays with the deed. */
export const PERSONAL_FIELDS: readonly string[] = [
  ...Object.entries(HOLDS_PERSONAL_DATA).flatMap(([field, isPersonal]) =>
    isPersonal ? field : [],
  ),
  ...FORMER_PERSONAL_FIELDS,
];

const isText = (value: unknown): value is string => typeof value === "string";

const isCount = (value: unknown): value is number => typeof value === "number";

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

const isEndReason = (value: unknown): value is EndReason =>
  isText(value) && Object.hasOwn(END_REASONS, value);

const isWithdrawnEmail = (value: unknown): value is WithdrawnEmail =>
  value === "withdrawn" || value === "out" || value === "none";

/** How a stored value is recognised. Keys that nothing reads back have no entry. */
const RECOGNISED = {
  account: isText,
  amount: isReportedAmount,
  arrival: isText,
  authorizationNumber: isText,
  because: isEndReason,
  by: isText,
  card: isFlag,
  carrier: isText,
  code: isText,
  deposit: isReportedAmount,
  expected: isReportedAmount,
  failure: isText,
  instructions: isText,
  isReported: isFlag,
  late: isFlag,
  left: isReportedAmount,
  mail: isWithdrawnEmail,
  note: isText,
  owed: isReportedAmount,
  paid: isReportedAmount,
  productName: isText,
  provider: isText,
  quantity: isCount,
  reason: isText,
  receivedOn: isText,
  reference: isText,
  refundId: isText,
  restDays: isCount,
  shipment: isText,
  shipmentId: isText,
  trackingNumber: isText,
  until: isText,
  wearer: isText,
  why: isText,
} as const satisfies {
  readonly [Name in keyof EventFields]?: (
    value: unknown,
  ) => value is NonNullable<EventFields[Name]>;
};

type ReadField = keyof typeof RECOGNISED;

/** The fields that a stored event may have. None is certain, because the event may be older than the field. */
export type StoredFields<Name extends keyof EventFields> = {
  readonly [Field in Name & ReadField]?: NonNullable<EventFields[Field]>;
};

/** The detail of a stored event of any type. */
export type StoredDetail = StoredFields<keyof EventFields>;

/** Leaves out unknown keys, and values that do not have their key's shape. Never throws. */
export function readStoredDetail(stored: unknown): StoredDetail {
  if (typeof stored !== "object" || stored === null) return {};
  const fields = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(RECOGNISED, name) && RECOGNISED[name as ReadField](value),
  );
  return Object.fromEntries(fields);
}

/** The account's id; a fingerprint says nothing. */
export function paymentAccountLabel(account: string | null | undefined): string {
  return account?.startsWith("acct_") ? `the Stripe account ${account}` : "another Stripe account";
}

/** Why an order ended, whose keys can tell whether it was paid, and what is wrong with the provider. */
export function endingText(detail: StoredDetail): string | null {
  const { account, because, why } = detail;
  if (!because) return null;
  const owner = because === "other_account" && `It belongs to ${paymentAccountLabel(account)}.`;
  return [END_REASONS[because], owner, why].filter(Boolean).join(" ");
}

/** Asks for attention when nobody here can tell whether the order was paid. */
export function endingTone({ because }: StoredDetail): "alert" | "plain" {
  return because === "other_account" || because === "keys_gone" ? "alert" : "plain";
}

/** What arrived instead of the expected amount, before what the owner does about it. */
export function arrivedInstead({ expected, paid }: StoredDetail, advice: string): string {
  if (!paid) return advice;
  const requested = expected ? ` instead of ${formatReported(expected)}` : "";
  return `${formatReported(paid)} arrived${requested}. ${advice}`;
}

/** What a transfer brought and on which day, and what is left to pay. */
export function transferredText({ amount, left, receivedOn }: StoredDetail): string | null {
  if (!amount || !left) return null;
  const arrived = receivedOn ? `${formatReported(amount)} arrived on ${receivedOn}.` : "";
  return `${arrived} ${formatReported(left)} is left to pay.`.trim();
}

/** What has to go back for an order that ended unpaid. */
export function owedText({ owed }: StoredDetail): string | null {
  return owed ? `${formatReported(owed)} was transferred for it: send it back.` : null;
}

/** An amount that moved, with its reason, note, failure, return and admin. */
export function movedText(detail: StoredDetail): string | null {
  const { amount, authorizationNumber, by, failure, note, reason } = detail;
  const parts = [
    amount && formatReported(amount),
    reason,
    note,
    failure && `The payment provider says: ${failure.replace(/\.$/, "")}`,
    authorizationNumber && `Return ${authorizationNumber}`,
    by && `By ${by}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(". ").replace(/\.$/, "")}.` : null;
}

/** "2 pieces, DHL Express, JD0146. By Rosa." */
export function doneText(detail: StoredDetail): string | null {
  const { by, mail, productName = "", quantity, wearer = "" } = detail;
  const done = [
    quantity === undefined ? "" : quantity === 1 ? "1 piece" : `${quantity} pieces`,
    nameForWearer(productName, wearer),
    detail.authorizationNumber,
    detail.shipment,
    detail.carrier,
    detail.trackingNumber,
    detail.reason,
  ].filter(Boolean);
  const sentences = [
    done.length > 0 && `${done.join(", ").replace(/\.$/, "")}.`,
    by && `By ${by}.`,
    mail === "out" && "The mail about it had left already.",
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(" ") : null;
}
