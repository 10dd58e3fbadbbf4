import { getFormProps, useForm } from "@conform-to/react";
import { ChevronDown } from "lucide-react";
import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { FormField } from "#app/components/form/form-field.tsx";
import { AwaitedTransfer } from "#app/components/orders/awaited-transfer.tsx";
import { CancelOrder } from "#app/components/orders/cancel-order.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { cookieContextFor } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton, readFields } from "#app/web/form-fields.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { parseDocumentNumber } from "#core/document-number.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { proveBrowser } from "#features/base/identity/browser-proof.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { fitPathsOf } from "#features/garments/alterations/garment-fit.server.ts";
import { redeemOrderCode, sendOrderCode } from "#features/orders/order/order-code.server.ts";
import { cancelGuestOrder } from "#features/sales/checkout/cancel-pending-order.server.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { OrderContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { lookUpContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { cancelGuestGarment } from "#features/sales/payments/cancel-garment.server.ts";
import { cancelGuestItems } from "#features/sales/payments/cancel-items.server.ts";
import { saveGuestPayoutAccount } from "#features/sales/payments/payout-account.server.ts";
import { payoutAccountSchema } from "#features/sales/payments/payout-account.ts";
import { requestGuestReturn } from "#features/sales/returns/request-return.server.ts";
import { returnSchema } from "#features/sales/returns/return-input.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { accountMeta } from "../account-page.tsx";
import type { Route } from "./+types/order-lookup.ts";
import { CANCEL_ITEMS } from "./cancel-items.tsx";
import { ACCOUNT_NOT_NEEDED, MoneyBack, SAVE_ACCOUNT } from "./money-back.tsx";
import { MyContracts } from "./my-contracts.tsx";
import type { CancelProblem } from "./my-garments.tsx";
import { CANCEL_GARMENT, ItemsNotCancelled, MyGarments, problemOf } from "./my-garments.tsx";
import { ContactLinks, MyOrderBody, MyOrderHead, transferredSoFar } from "./my-order-view.tsx";
import type { CodeResponse } from "./order-code-panel.tsx";
import { CODE_FIELD, ENTER_CODE, OrderCodePanel, SEND_CODE } from "./order-code-panel.tsx";
import { readCancellation, readItemCancellation } from "./order-forms.server.ts";
import { Announced, ReturnForm, ReturnIntro } from "./return-form.tsx";

const schema = z.object({ number: z.string().default(""), email: z.string().default("") });

const codeForm = z.object({ [CODE_FIELD]: z.string().default("") });

const CODE_ENDED = "The hour of your code is over. Have a new code sent below; nothing was saved.";

/** Number and email, which every form of the found order sends again. */
type LookupFields = z.output<typeof schema>;

/** What a press changed about the page of the found order. */
type Outcome = {
  result?: FormResult;
  announced?: string;
  notCancelled?: boolean;
  problem?: CancelProblem | null;
  itemProblem?: CancelProblem;
  account?: FormResult;
  code?: CodeResponse;
};

type LookupResult =
  | ({
      kind: "found";
      order: MyOrder;
      contracts: OrderContracts;
      /** Null where a code opens them first. */
      fitPaths: Readonly<Record<string, string>> | null;
      fields: LookupFields;
      mailRoute: MailRoute;
    } & Outcome)
  /** The number is one of an invoice or a note. They follow each other, so that guessing one opens nothing. */
  | { kind: "not_found"; isDocument: boolean; result: FormResult };

type Visit = { deps: AppDeps; actor: Actor; form: FormData; fields: LookupFields };

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const submission = await parseForm(form, schema);
  const lost = () => {
    const { data: result } = rejectForm(submission, { formErrors: ["not_found"] });
    const { number } = readFields(form, schema.pick({ number: true }));
    const isDocument = parseDocumentNumber(number) !== null;
    return data<LookupResult>(
      { kind: "not_found", isDocument, result },
      { status: 404, headers: PRIVATE },
    );
  };
  if (submission.status !== "success") return lost();
  const fields = submission.value;
  const visit = { deps, actor: await findActor(deps, request), form, fields };
  switch (pressedButton(form)) {
    case "return":
      return (await announce(visit)) ?? lost();
    case CANCEL_GARMENT:
      return (await cancelGarment(visit)) ?? lost();
    case CANCEL_ITEMS:
      return (await cancelItems(visit)) ?? lost();
    case SAVE_ACCOUNT:
      return (await saveAccount(visit)) ?? lost();
    case "cancel-order":
      return (await cancelOrder(visit)) ?? lost();
    case SEND_CODE:
      return (await sendCode(visit, request)) ?? lost();
    case ENTER_CODE:
      return (await enterCode(visit)) ?? lost();
    default:
      return (await show(visit)) ?? lost();
  }
}

/** The order as it is now; null when number and email do not belong to one order. */
async function show(
  { actor, deps, fields }: Visit,
  outcome: Outcome = {},
  { cookie = null, status = 200 }: { status?: number; cookie?: string | null } = {},
) {
  const found = await lookUpOrder(deps.db, { ...fields, now: deps.clock.now() });
  if (!found.ok) return null;
  const order = found.value;
  const contracts = await lookUpContracts(deps, { ...fields, actor });
  const fitPaths = guestFitPaths(deps, order, contracts);
  const headers = new Headers(PRIVATE);
  if (cookie) headers.append("Set-Cookie", cookie);
  const mailRoute = mailRouteOf(deps.env);
  const page = { kind: "found", order, contracts, fitPaths, fields, mailRoute } as const;
  return data<LookupResult>({ ...page, ...outcome }, { status, headers });
}

/** Private links to the garments that were shipped; their pages show what the customer reported about her body. */
function guestFitPaths(deps: AppDeps, { garments, order }: MyOrder, { lock }: OrderContracts) {
  const shipped = garments.filter(({ stage }) => stage === "shipped").map(({ id }) => id);
  if (lock && shipped.length > 0) return null;
  return fitPathsOf(deps, { orderId: order.id, garmentIds: shipped, isGuest: true });
}

async function cancelOrder(visit: Visit) {
  const cancelled = await cancelGuestOrder(visit.deps, visit.fields);
  const notCancelled = !cancelled.ok && cancelled.error === "unchanged";
  return show(visit, { notCancelled }, { status: notCancelled ? 409 : 200 });
}

async function cancelGarment(visit: Visit) {
  const { deps, fields, form } = visit;
  const cancelled = await cancelGuestGarment(deps, { ...fields, ...readCancellation(form) });
  if (cancelled.ok || cancelled.error === "forbidden") return show(visit);
  if (cancelled.error === "not_found") throw data(null, { status: 404, headers: PRIVATE });
  return show(visit, { problem: problemOf(cancelled.error) }, { status: 409 });
}

async function cancelItems(visit: Visit) {
  const { deps, fields, form } = visit;
  const cancelled = await cancelGuestItems(deps, { ...fields, ...readItemCancellation(form) });
  if (cancelled.ok || cancelled.error === "forbidden") return show(visit);
  if (cancelled.error === "not_found") throw data(null, { status: 404, headers: PRIVATE });
  return show(visit, { itemProblem: problemOf(cancelled.error) }, { status: 409 });
}

/** Without a code from the mailbox the page asks for one again. */
async function saveAccount(visit: Visit) {
  const { actor, deps, fields, form } = visit;
  const submission = await parseForm(form, payoutAccountSchema);
  if (submission.status !== "success") {
    return show(visit, { account: rejectForm(submission).data }, { status: 422 });
  }
  const named = { ...fields, actor, account: submission.value };
  const saved = await saveGuestPayoutAccount(deps, named);
  if (saved.ok) return show(visit);
  if (saved.error === "not_found" || saved.error === "forbidden") return null;
  const formErrors = [saved.error === "code_needed" ? CODE_ENDED : ACCOUNT_NOT_NEEDED];
  const account = rejectForm(submission, { formErrors }).data;
  return show(visit, { account }, { status: 409 });
}

/** Checks the order's number and email again. */
async function announce(visit: Visit) {
  const { deps, form } = visit;
  const submission = await parseForm(form, schema.extend(returnSchema.shape));
  const refuse = (formErrors: string[], status: number) => {
    const { data: result } = rejectForm(submission, { formErrors });
    return show(visit, { result }, { status });
  };
  if (submission.status !== "success") return refuse([], 400);
  const { email, number, ...requests } = submission.value;
  const requested = await requestGuestReturn(deps, { number, email, requested: requests });
  if (requested.ok) return show(visit, { announced: requested.value.authorizationNumber });
  if (requested.error !== "not_by_the_rules") return null;
  return refuse(["Some of these pieces cannot come back for this reason."], 409);
}

/** Emails a code, which opens the order's measurements in this browser alone. */
async function sendCode(visit: Visit, request: Request) {
  const { deps, fields } = visit;
  const { actor, cookie } = proveBrowser(visit.actor, cookieContextFor(deps.publicUrl));
  const network = senderNetwork(request);
  const sent = await sendOrderCode(deps, { ...fields, actor, network });
  const proven = { ...visit, actor };
  if (sent.ok) return show(proven, { code: { isSent: true } }, { cookie });
  if (sent.error === "not_found") return null;
  return show(proven, { code: { problem: sent.error } }, { status: 429, cookie });
}

async function enterCode(visit: Visit) {
  const { actor, deps, fields, form } = visit;
  const found = await lookUpOrder(deps.db, { ...fields, now: deps.clock.now() });
  if (!found.ok) return null;
  const { code } = readFields(form, codeForm);
  const opened = await redeemOrderCode(deps, { actor, orderId: found.value.order.id, code });
  if (opened.ok) return show(visit, { code: { isOpened: true } });
  return show(visit, { code: { problem: opened.error } }, { status: 422 });
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, { kind: "unreached" as const });
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Find your order", matches);

export default function OrderLookup({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const [form, { number, email }] = useForm<z.input<typeof schema>>({
    id: "order-lookup",
    lastResult: actionData?.kind === "not_found" ? actionData.result : undefined,
    defaultNoValidate: false,
  });
  if (actionData?.kind === "found")
    return (
      <MailRouteContext value={actionData.mailRoute}>
        <FoundOrder {...actionData} />
      </MailRouteContext>
    );
  return (
    <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
      <h1 className="display text-4xl">Find your order</h1>
      <p className="mt-4 mb-10 text-ink-soft">
        For orders placed without an account. Both are in the confirmation email.
      </p>
      {actionData?.kind === "unreached" && (
        <Notice kind="error" live className="mb-8">
          {UNREACHED}
        </Notice>
      )}
      {actionData?.kind === "not_found" && (
        <Notice kind="error" live title="We found no such order" className="mb-8">
          {actionData.isDocument
            ? "This is the number of an invoice or a note. The order’s own number is printed on it, and is in the confirmation email. Please enter it, or "
            : "The number and the email do not belong to one order. Please check both, or "}
          <Link to="/contact" className="link">
            write to us
          </Link>
          .
        </Notice>
      )}
      <Form {...getFormProps(form)} method="post" className="space-y-6">
        <FormField
          field={number}
          label="Order Number"
          hint="The 8 characters, as in 8a6e0804"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <FormField field={email} label="Email" type="email" autoComplete="email" required />
        <Button type="submit" size="lg" busy={busy}>
          Find your order
        </Button>
      </Form>
      <p className="mt-10 text-sm text-ink-soft">
        With an account, all your orders are in{" "}
        <Link to="/profile/orders" className="link">
          My Account
        </Link>
        .
      </p>
    </div>
  );
}

type FoundProps = Extract<LookupResult, { kind: "found" }>;

/** Guests start returns here, because only this page leads to the order. */
function GuestReturn({ announced, order, fields, result }: FoundProps) {
  if (announced) return <Announced number={announced} back={null} />;
  const canReturn = Object.values(order.returns).some(({ reasons }) => reasons.length > 0);
  if (!canReturn) return null;
  return (
    <details open={result !== undefined} className="group border-y border-line">
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-6 font-medium">
        Return a piece
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-2 pb-10">
        <ReturnIntro className="mb-8" />
        <ReturnForm
          order={order}
          result={result}
          hidden={{ ...fields, intent: "return" }}
          cancel={null}
        />
      </div>
    </details>
  );
}

function FoundOrder(props: FoundProps) {
  const { contracts, fields, fitPaths, notCancelled, order } = props;
  const { payment, status } = order.order;
  return (
    <div className="shell pt-12 pb-24 md:pt-20">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <MyOrderHead order={order} />
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          {status === "pending" && (
            <CancelOrder
              isTransfer={payment.method === "manual"}
              received={transferredSoFar(order.order)}
              fields={fields}
            />
          )}
          <ContactLinks order={order.order} fitPaths={fitPaths} />
          <Link to="/returns" className="link inline-flex min-h-11 items-center text-sm">
            Returns
          </Link>
        </div>
      </div>
      {notCancelled && (
        <Notice kind="warning" live title="This order cannot be cancelled now" className="mb-10">
          Its payment is on its way or already here. Please write to us.
        </Notice>
      )}
      <div className="mb-12 empty:hidden">
        <GuestReturn {...props} />
      </div>
      {props.itemProblem && <ItemsNotCancelled problem={props.itemProblem} />}
      <AwaitedTransfer transfer={order.transfer} mailRoute={props.mailRoute} />
      <MoneyBack
        order={order}
        result={props.account}
        fields={fields}
        isLocked={contracts.lock !== null}
      />
      <MyOrderBody order={order} fields={fields} />
      <MyGarments
        garments={order.garments}
        wayBack={order.wayBack}
        problem={props.problem ?? null}
        fields={fields}
        fitPaths={fitPaths ?? {}}
        isLocked={contracts.lock !== null}
      />
      <OrderCodePanel
        contracts={contracts}
        fields={fields}
        response={props.code}
        mailRoute={props.mailRoute}
      />
      <MyContracts {...contracts} />
    </div>
  );
}
