import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { emailedText } from "#features/base/mail/outbox.ts";
import { daysText } from "#features/orders/order/transfer-deposit.ts";
import type { TransferInstructions } from "#features/sales/checkout/bank-transfer.server.ts";
import { reservationText } from "#features/sales/checkout/transfer-reservation.ts";
import { CopyButton } from "#ui/copy-button.tsx";

type Transfer = TransferInstructions;

/** "$64.50" of what has arrived, or null for nothing. */
export function receivedText({ deposit }: Transfer): string | null {
  return deposit && deposit.received.minorUnits > 0 ? formatMoney(deposit.received) : null;
}

/** Nobody confirms an email by a button in one that is only stored. */
const reservationOf = ({ reservation }: Transfer, { toFiles }: MailRoute) =>
  toFiles && reservation === "once_confirmed" ? "when_paid" : reservation;

/** What to transfer by when, and what is kept until then. */
function transferText(transfer: Transfer, mailRoute: MailRoute): string {
  const emailed = emailedText("We also emailed you this page.", mailRoute);
  const { amount, deposit, until } = transfer;
  const confirm = "press the button in our email";
  const isDeposit = deposit !== null && deposit.rest.minorUnits > 0;
  const reserved = reservationText(reservationOf(transfer, mailRoute), {
    until,
    confirm,
    hasDeposit: isDeposit,
  });
  if (!deposit) return `Please transfer ${formatMoney(amount)} by ${until}; ${reserved} ${emailed}`;
  const received = receivedText(transfer);
  if (!isDeposit) {
    return `${received} of your transfer has arrived. Please transfer the ${formatMoney(deposit.left)} that is missing by ${until}; ${reserved} If it has not arrived by then, your order ends, and what you transferred goes back to you.`;
  }
  if (deposit.missing.minorUnits === 0) {
    return `Your deposit has arrived. Your pieces, the makers' time and the cloth for them are kept for you. Please transfer the rest by ${until}; we begin to make them when it has arrived.`;
  }
  const arrived = received === null ? "" : `${received} of it has arrived. `;
  return `Please transfer the deposit by ${until}; ${reserved} ${arrived}The rest is due within ${daysText(deposit.restDays)} after the deposit has arrived. We begin to make your pieces when all of it is there. ${emailed}`;
}

/** What is to be transferred now, and what comes after it. */
function transferAmounts({
  amount,
  deposit,
}: Transfer): readonly (readonly [string, MoneyAmount])[] {
  if (!deposit) return [["Amount", amount]];
  if (deposit.rest.minorUnits === 0) return [["Missing", deposit.left]];
  if (deposit.missing.minorUnits === 0) return [["Rest", deposit.left]];
  const isPart = deposit.received.minorUnits > 0;
  return [
    [isPart ? "Missing of the deposit" : "Deposit", deposit.missing],
    ["Rest, after the deposit", deposit.rest],
  ];
}

type DetailProps = {
  label: string;
  value: string;
  /** The name of a button that copies the value; none without it. */
  copy?: string;
  /** Several lines as they were entered, over the whole width. */
  isText?: boolean;
};

/** One detail of the transfer, as a banking form asks for it. */
function Detail({ copy, isText = false, label, value }: DetailProps) {
  return (
    <div className={isText ? "sm:col-span-2" : undefined}>
      <dt className="eyebrow">{label}</dt>
      <dd className={isText ? "whitespace-pre-line wrap-anywhere" : "figures text-xl"}>{value}</dd>
      {copy && (
        <dd>
          <CopyButton text={value} label={copy} className="mt-2" />
        </dd>
      )}
    </div>
  );
}

type NoticeProps = { transfer: Transfer; mailRoute: MailRoute };

/** What to transfer by when, with the details that a banking form asks for. */
export function TransferNotice({ mailRoute, transfer }: NoticeProps) {
  const { instructions, reference } = transfer;
  return (
    <>
      <p>{transferText(transfer, mailRoute)}</p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 border border-line p-5 text-left text-ink sm:grid-cols-2 sm:p-8">
        {transferAmounts(transfer).map(([label, amount]) => (
          <Detail key={label} label={label} value={formatMoney(amount)} />
        ))}
        <Detail label="Reference" value={reference} copy="Copy the reference" />
        <Detail label="To" value={instructions} copy="Copy bank and account" isText />
      </dl>
    </>
  );
}

type AwaitedProps = { transfer: Transfer | null; mailRoute: MailRoute };

/** On the page of an order that waits for its transfer: what the customer does next. */
export function AwaitedTransfer({ mailRoute, transfer }: AwaitedProps) {
  if (!transfer) return null;
  return (
    <section aria-labelledby="awaited-transfer" className="mb-12 border-y border-ink py-8">
      <h2 id="awaited-transfer" className="display mb-3 scroll-mt-6 text-2xl">
        We wait for your transfer
      </h2>
      <div className="max-w-prose">
        <TransferNotice transfer={transfer} mailRoute={mailRoute} />
      </div>
    </section>
  );
}
