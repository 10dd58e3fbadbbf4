import type { ReactNode } from "react";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { EntryBadge, useServerNow } from "#app/admin/office/inbox/entry-badge.tsx";
import { BounceNotice } from "#app/components/admin/bounce-notice.tsx";
import { OrderStatusBadge } from "#app/components/orders/order-status-badge.tsx";
import { creditFailure } from "#app/components/store-credit/credit-actions.server.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import { submitAdminForm } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { requestConfirmation } from "#app/web/request-confirmation.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { formatMoney } from "#core/money-amount.ts";
import { phoneUrl } from "#core/phone.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import { parseSubmittedAmount } from "#core/submitted-amount.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { findBounce } from "#features/base/mail/outbox-queries.server.ts";
import {
  deleteCustomerNote,
  noteFailureMessages,
  writeCustomerNote,
} from "#features/office/customers/customer-notes.server.ts";
import type { Customer } from "#features/office/customers/customer-queries.server.ts";
import { findCustomer } from "#features/office/customers/customer-queries.server.ts";
import { eraseCustomer } from "#features/office/customers/erase-customer.server.ts";
import { eraseFailureMessages } from "#features/office/customers/erasure-obstacles.ts";
import { findCustomerFactors } from "#features/office/customers/remove-factor.server.ts";
import { entryKindWord, entryTopic } from "#features/office/inbox/inbox-entry.ts";
import { findSignIns, signOutEverywhere } from "#features/office/staff/staff-sessions.server.ts";
import { idempotencyKeySchema } from "#features/orders/order/line-quantities-input.ts";
import {
  issueStoreCredit,
  revokeStoreCredit,
} from "#features/orders/store-credit/issue-store-credit.server.ts";
import { findCreditOfEmail } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import type { Route } from "./+types/customer.ts";
import { CustomerCredit } from "./customer-credit.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { changeSecondStep } from "./customer-second-step.server.ts";
import { CustomerSecondStep } from "./customer-second-step.tsx";
import { CustomerSignIns } from "./customer-sign-ins.tsx";
import { EraseForm } from "./erase-form.tsx";

const creditFields = {
  amount: z.string().default(""),
  note: z.string().default(""),
  key: idempotencyKeySchema,
};

const customerForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("note"), note: z.string().default("") }),
  z.object({ intent: z.literal("forget"), noteId: z.string() }),
  z.object({ intent: z.enum(["give-credit", "take-credit"]), ...creditFields }),
  z.object({ intent: z.literal("end-sessions") }),
  z.object({
    intent: z.enum(["send-removal-code", "remove-factor"]),
    code: z.string().default(""),
  }),
  z.object({
    intent: z.literal("erase"),
    submittedEmail: z.string().default(""),
    known: z.boolean().default(false),
  }),
]);

async function handleCustomerForm(
  request: Request,
  deps: AppDeps,
  { actor, email }: { actor: Actor; email: string },
) {
  const form = await readFormData(request);
  const submission = await parseForm(form, customerForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const accept = (title: string) => {
    redirectPagePost(request, deps, { notice: { kind: "success", title } });
    return submission.reply({ resetForm: true });
  };
  const respond = (changed: Result<string, FormErrorList>) =>
    changed.ok ? accept(changed.value) : rejectForm(submission, changed.error);
  const requestProof = () => requestConfirmation({ actor, deps }, request, form);
  switch (value.intent) {
    case "note":
      return respond(await writeNote(deps, { actor, email, note: value.note }));
    case "forget":
      await forgetNote(deps, { actor, noteId: value.noteId });
      return accept("Note deleted");
    case "send-removal-code":
    case "remove-factor":
      return respond(await changeSecondStep(deps, { ...value, actor, email }, requestProof));
    case "end-sessions":
      return respond(await endSignIns(deps, { actor, email }, requestProof));
    case "give-credit":
    case "take-credit":
      return respond(await changeCredit(deps, { actor, email }, value, requestProof));
    case "erase": {
      const { submittedEmail, known: isUnfinishedKnown } = value;
      const person = { actor, email, submittedEmail, isUnfinishedKnown };
      const failure = await erase(deps, person, requestProof);
      const messages = [eraseFailureMessages[failure]];
      return rejectForm(submission, { fieldErrors: { submittedEmail: messages } });
    }
  }
}

async function writeNote(
  deps: AppDeps,
  input: Parameters<typeof writeCustomerNote>[1],
): Promise<Result<string, FormErrorList>> {
  const written = await writeCustomerNote(deps, input);
  if (written.ok) return ok("Note saved");
  if (written.error === "forbidden") return refuse();
  return fail({ fieldErrors: { note: [noteFailureMessages[written.error]] } });
}

/** Leaves the page when the customer is erased, and returns the reason otherwise. */
async function erase(
  deps: AppDeps,
  input: Parameters<typeof eraseCustomer>[1],
  requestProof: () => Promise<never>,
) {
  const erased = await eraseCustomer(deps, input);
  if (erased.ok) throw redirect("/admin/customers?erased=1", 303);
  if (erased.error === "unconfirmed") return requestProof();
  return erased.error === "forbidden" ? refuse() : erased.error;
}

/** A missing note counts as deleted. */
async function forgetNote(
  deps: AppDeps,
  input: Parameters<typeof deleteCustomerNote>[1],
): Promise<void> {
  const deleted = await deleteCustomerNote(deps, input);
  if (!deleted.ok && deleted.error === "forbidden") refuse();
}

/** Not for an admin who is no owner. An account that is gone has no sign-ins either. */
async function endSignIns(
  deps: AppDeps,
  { actor, email }: { actor: Actor; email: string },
  requestProof: () => Promise<never>,
): Promise<Result<string, FormErrorList>> {
  const done = ok("Signed out everywhere");
  const found = await findSignIns(deps, { actor, email });
  if (!found.ok) return refuse();
  if (!found.value) return done;
  const ended = await signOutEverywhere(deps, { actor, userId: found.value.userId });
  if (ended.ok || ended.error === "not_found") return done;
  if (ended.error === "unconfirmed") return requestProof();
  if (ended.error === "forbidden") return refuse();
  return fail({ formErrors: ["Only an owner ends the sign-ins of others."] });
}

type CreditFields = Extract<z.output<typeof customerForm>, { key: string }>;

/** Gives store credit, or takes it back. */
async function changeCredit(
  deps: AppDeps,
  customer: { actor: Actor; email: string },
  { intent, key, note, ...fields }: CreditFields,
  requestProof: () => Promise<never>,
): Promise<Result<string, FormErrorList>> {
  const amount = parseSubmittedAmount(fields.amount);
  if (!amount) return fail(creditFailure("amount"));
  const input = { ...customer, orderId: null, amount, note, key };
  const isGiven = intent === "give-credit";
  const changed = await (isGiven ? issueStoreCredit : revokeStoreCredit)(deps, input);
  if (changed.ok) return ok(isGiven ? "Store credit given" : "Store credit taken back");
  const { error } = changed;
  if (error === "unconfirmed") return requestProof();
  return error === "forbidden" || error === "not_found" ? refuse() : fail(creditFailure(error));
}

type Props = { customer: Customer; now: Date };

function CustomerHistory({ customer, now }: Props) {
  const { orders, returns, entries } = customer;
  return (
    <div className="space-y-10">
      <RecordList title="Orders" empty="No order yet.">
        {orders.map((order) => (
          <Row
            key={order.id}
            to={`/admin/orders/${order.id}`}
            title={`Order ${orderNumber(order.id)}`}
            day={order.createdAt}
            badge={<OrderStatusBadge status={order.status} />}
            amount={formatMoney(order.total)}
            note={refundNote(order)}
          />
        ))}
      </RecordList>
      {returns.length > 0 && (
        <RecordList title="Returns" empty="">
          {returns.map((each) => (
            <Row
              key={each.id}
              to={`/admin/orders/${each.orderId}`}
              title={`Return ${each.authorizationNumber}`}
              day={each.createdAt}
              badge={<Badge>{each.status.charAt(0).toUpperCase() + each.status.slice(1)}</Badge>}
            />
          ))}
        </RecordList>
      )}
      <RecordList title="Inquiries and messages" empty="Nothing written yet.">
        {entries.map((entry) => (
          <Row
            key={entry.id}
            to={`/admin/inbox/${entry.id}`}
            title={`${entryKindWord(entry.kind)}: ${entryTopic(entry)}`}
            day={entry.createdAt}
            badge={<EntryBadge entry={entry} now={now} />}
          />
        ))}
      </RecordList>
    </div>
  );
}

type RecordListProps = { title: string; empty: string; children: readonly ReactNode[] };

function RecordList({ title, empty, children }: RecordListProps) {
  return (
    <section>
      <h2 className="display text-xl">{title}</h2>
      {children.length === 0 ? (
        <p className="mt-2 text-sm text-ink-quiet">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

/** What went back of an order, and what still goes back; "" for nothing. */
function refundNote({ refundOwed, refunded }: Customer["orders"][number]): string {
  return [
    ...(refunded.minorUnits > 0 ? [`${formatMoney(refunded)} refunded`] : []),
    ...(refundOwed.minorUnits > 0 ? [`${formatMoney(refundOwed)} to send back`] : []),
  ].join(", ");
}

type RowProps = {
  to: string;
  title: string;
  day: Date;
  badge: ReactNode;
  amount?: string;
  note?: string;
};

function Row({ to, title, day, badge, amount, note = "" }: RowProps) {
  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm transition-colors focus-within:bg-paper hover:bg-paper">
      <Link
        to={to}
        className="min-w-0 grow basis-52 truncate font-medium after:absolute after:inset-0"
      >
        {title}
      </Link>
      {badge}
      <time dateTime={day.toISOString()} className="figures text-ink-quiet sm:w-32 sm:text-right">
        {formatDay(day)}
      </time>
      {amount && (
        <span className="figures text-right font-medium max-sm:ml-auto sm:w-24">{amount}</span>
      )}
      {note !== "" && (
        <span className="figures w-full text-right text-xs text-ink-quiet">{note}</span>
      )}
    </li>
  );
}

const preferenceText = ({ emailNotifications, orderUpdates }: NonNullable<Customer["account"]>) =>
  [
    orderUpdates ? "Order updates" : "No order updates",
    emailNotifications ? "marketing email" : "no marketing email",
  ].join(", ");

function CustomerFacts({ customer }: { customer: Customer }) {
  const { email, phones, account, addresses } = customer;
  return (
    <aside aria-label="Details">
      <dl className="grid grid-cols-2 gap-4 text-sm max-lg:border-b max-lg:border-line max-lg:pb-6 lg:grid-cols-1">
        <Fact label="E-mail">
          <a href={`mailto:${email}`} className="link inline-block py-1 wrap-anywhere">
            {shownEmail(email)}
          </a>
        </Fact>
        {phones.length > 0 && (
          <Fact label="Phone">
            {phones.map((phone) => (
              <a key={phone} href={phoneUrl(phone)} className="link figures block w-fit py-1">
                {phone}
              </a>
            ))}
          </Fact>
        )}
        <Fact label="Account">
          {account ? `Since ${formatDay(account.createdAt)}` : "None, a guest"}
          {account && !account.emailVerified && (
            <span className="block text-ink-quiet">E-mail not confirmed</span>
          )}
        </Fact>
        {account && <Fact label="Emails they receive">{preferenceText(account)}</Fact>}
        {addresses.map((address) => (
          <Fact
            key={`${address.fullName} ${address.line1}`}
            label={address.isDefault ? "Address, the usual one" : "Address"}
          >
            <address dir="auto" className="whitespace-pre-line not-italic">
              {address.lines.join("\n")}
            </address>
          </Fact>
        ))}
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="eyebrow">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const MISSING = {
  title: "No customer has this email address",
  text: "No account, order or message is known of it. The person may have been erased.",
  list: { label: "All customers", path: "/admin/customers" },
};

/** Emails may contain characters that a path cannot, so the query holds them. */
const emailIn = (url: URL) => (url.searchParams.get("email") ?? "").replaceAll("\0", "");

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db, clock } = context.get(depsContext);
  const found = await findCustomer(db, { actor, email: emailIn(url) });
  const signIns = await findSignIns({ db, clock }, { actor, email: emailIn(url) });
  const factors = await findCustomerFactors({ db, clock }, { actor, email: emailIn(url) });
  if (found.ok) {
    const bounce = await findBounce(db, { actor, recipient: found.value.email });
    return {
      customer: found.value,
      now: clock.now(),
      bounce: bounce.ok ? bounce.value : null,
      signIns: signIns.ok ? signIns.value : null,
      factors: factors.ok ? factors.value : null,
      credit: await findCreditOfEmail(db, { actor, email: found.value.email }),
      key: newId(),
    };
  }
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export function action({ request, context, url }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  return handleCustomerForm(request, context.get(depsContext), { actor, email: emailIn(url) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAdminForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${nameOf(loaderData.customer)} | Customers` : "Nobody" },
  { name: "robots", content: "noindex" },
];

const nameOf = ({ name, email }: { name: string; email: string }) => name || shownEmail(email);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={MISSING} />;
}

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { bounce, credit, customer, factors, key, signIns } = loaderData;
  const now = useServerNow(loaderData.now);
  const name = nameOf(customer);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Customers", to: "/admin/customers" }, { label: name }]} />
      </div>
      <AdminPage title={name} lead={customer.account?.isStaff ? <Badge>Admin</Badge> : null}>
        {bounce && <BounceNotice bounce={bounce} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="lg:order-last">
            <CustomerFacts customer={customer} />
          </div>
          <div className="space-y-10">
            <CustomerHistory customer={customer} now={now} />
            <CustomerCredit credit={credit} idempotencyKey={key} actionResult={actionData} />
            <CustomerNotes notes={customer.notes} actionResult={actionData} />
            {signIns && <CustomerSignIns signIns={signIns} actionResult={actionData} />}
            {factors && <CustomerSecondStep factors={factors} actionResult={actionData} />}
            <EraseForm customer={customer} actionResult={actionData} />
          </div>
        </div>
      </AdminPage>
    </>
  );
}
