import { formatMoney, money } from "#core/money-amount.ts";

/** Staff and payments in progress prevent erasing; paid orders and open returns warn. */
export type ErasureObstacles = {
  readonly isStaff: boolean;
  /** Orders with an open payment page. */
  readonly beingPaid: number;
  /** Paid orders that cannot ship without the address. */
  readonly toShip: number;
  /** Returns whose customer could not be informed. */
  readonly openReturns: number;
  /** Minor units that the owner has to send back (`TransferBack`): the order says no more to whom. */
  readonly owedBackMinor: number;
  /** Made-to-measure orders on the way: their measurements leave with the person. */
  readonly unfinished: number;
  /** Minor units; then only its private link reaches it. */
  readonly creditMinor: number;
};

const orders = (count: number) => (count === 1 ? "1 order" : `${count} orders`);

/** Null when nothing prevents it. */
export function erasureRefusalMessage({ isStaff, beingPaid }: ErasureObstacles): string | null {
  if (isStaff) return "This is a staff account. Remove its role first.";
  if (beingPaid === 0) return null;
  return `${orders(beingPaid)} of theirs ${beingPaid === 1 ? "is" : "are"} being paid right now. Wait until the payment page has closed, at most one hour.`;
}

/** What erasing would break. */
export function erasureWarningMessages({
  creditMinor,
  openReturns,
  owedBackMinor,
  toShip,
  unfinished,
}: ErasureObstacles): string[] {
  const returned = openReturns === 1 ? "1 return is" : `${openReturns} returns are`;
  return [
    ...(toShip > 0
      ? [`${orders(toShip)} paid but not shipped: without the address they cannot be shipped.`]
      : []),
    ...(unfinished > 0
      ? [
          `${orders(unfinished)} made to measure not delivered: the measurements are removed at once, so nothing can be cut or altered.`,
        ]
      : []),
    ...(openReturns > 0
      ? [`${returned} not finished: the customer could not be informed of the outcome.`]
      : []),
    ...(owedBackMinor > 0
      ? [
          `${formatMoney(money(owedBackMinor))} that was paid by transfer has not gone back: send it first, because the order will not say any more whose it is.`,
        ]
      : []),
    ...(creditMinor > 0
      ? [
          `${formatMoney(money(creditMinor))} of store credit stays, without a name: only the private link of its email leads to it.`,
        ]
      : []),
  ];
}

export type EraseCustomerFailure =
  | "forbidden"
  | "not_found"
  | "not_confirmed"
  | "staff"
  | "order_pending"
  | "unfinished";

export const eraseFailureMessages: Record<Exclude<EraseCustomerFailure, "forbidden">, string> = {
  not_found: "No customer has this email address any more",
  not_confirmed: "This is not the email address of this customer",
  staff: "This is a staff account. Remove its role first.",
  order_pending: "An order is being paid right now. Wait until its payment page has closed.",
  unfinished: "Please confirm that you know what cannot be completed",
};
