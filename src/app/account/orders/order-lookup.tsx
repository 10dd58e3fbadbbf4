import { getFormProps, useForm } from "@conform-to/react";
import { ChevronDown } from "lucide-react";
import { data, Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { FormField } from "#app/components/form/form-field.tsx";
import { CancelOrder } from "#app/components/orders/cancel-order.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { fitPathsOf } from "#features/garments/alterations/garment-fit.server.ts";
import { cancelGuestOrder } from "#features/sales/checkout/cancel-pending-order.server.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { lookUpOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import type { OrderContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { lookUpContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { cancelGuestGarment } from "#features/sales/payments/cancel-garment.server.ts";
import { requestGuestReturn } from "#features/sales/returns/request-return.server.ts";
import { returnSchema } from "#features/sales/returns/return-input.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { accountMeta } from "../account-page.tsx";
import type { Route } from "./+types/order-lookup.ts";
import { readCancellation } from "./cancel-garment-form.server.ts";
import { MyContracts } from "./my-contracts.tsx";
import type { CancelProblem } from "./my-garments.tsx";
import { CANCEL_GARMENT, MyGarments, problemOf } from "./my-garments.tsx";
import { ContactLinks, MyOrderBody, MyOrderHead } from "./my-order-view.tsx";
import { Announced, ReturnForm, ReturnIntro } from "./return-form.tsx";

type Proof = z.output<typeof schema>;

type LookupResult =
  | {
      kind: "found";
      order: MyOrder;
      contracts: OrderContracts;
      fitPaths: Readonly<Record<string, string>>;
      proof: Proof;
      result?: FormResult;
      announced?: string;
      notCancelled?: boolean;
      problem?: CancelProblem | null;
    }
  | { kind: "not_found"; result: FormResult };

const schema = z.object({ number: z.string().default(""), email: z.string().default("") });

export const headers: Route.HeadersFunction = () => PRIVATE;

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const { clock, db } = deps;
  const form = await readFormData(request);
  const intent = pressedButton(form);
  if (intent === "return") return announce(context.get(depsContext), form);
  const submission = await parseForm(form, schema);
  if (submission.status === "success" && intent === CANCEL_GARMENT)
    return cancelGarment(deps, submission.value, form);
  if (submission.status === "success") {
    const isCancelling = intent === "cancel-order";
    const cancelled = isCancelling
      ? await cancelGuestOrder(context.get(depsContext), submission.value)
      : null;
    const notCancelled = cancelled?.ok === false && cancelled.error === "unchanged";
    const now = clock.now();
    const found = await lookUpOrder(db, { ...submission.value, now });
    if (found.ok) {
      const proof = submission.value;
      const contracts = await lookUpContracts(deps, proof);
      const order = found.value;
      const fitPaths = guestFitPaths(deps, order);
      const shown = { kind: "found", order, contracts, proof, fitPaths, notCancelled } as const;
      return data<LookupResult>(shown, { status: notCancelled ? 409 : 200, headers: PRIVATE });
    }
  }
  const { data: result } = rejectForm(submission, { formErrors: ["not_found"] });
  return data<LookupResult>({ kind: "not_found", result }, { status: 404, headers: PRIVATE });
}

/** Private links to the garments that were shipped, for the order's own guest. */
function guestFitPaths(deps: AppDeps, { garments, order }: MyOrder) {
  const shipped = garments.filter(({ stage }) => stage === "shipped").map(({ id }) => id);
  return fitPathsOf(deps, { orderId: order.id, garmentIds: shipped, isGuest: true });
}

/** Shows the order as it is afterwards. */
async function cancelGarment(deps: AppDeps, proof: Proof, form: FormData) {
  const cancelled = await cancelGuestGarment(deps, { ...proof, ...readCancellation(form) });
  const found = await lookUpOrder(deps.db, { ...proof, now: deps.clock.now() });
  const isLost = !cancelled.ok && cancelled.error === "not_found";
  if (!found.ok || isLost) throw data(null, { status: 404, headers: PRIVATE });
  const problem =
    cancelled.ok || cancelled.error === "forbidden" || cancelled.error === "not_found"
      ? null
      : problemOf(cancelled.error);
  const contracts = await lookUpContracts(deps, proof);
  const fitPaths = guestFitPaths(deps, found.value);
  const order = found.value;
  const shown = { kind: "found", order, contracts, proof, fitPaths, problem } as const;
  return data<LookupResult>(shown, { status: problem ? 409 : 200, headers: PRIVATE });
}

/** Checks the order's number and email again. */
async function announce(deps: AppDeps, form: FormData) {
  const submission = await parseForm(form, schema.extend(returnSchema.shape));
  const lost = () => {
    const { data: result } = rejectForm(submission, { formErrors: ["not_found"] });
    return data<LookupResult>({ kind: "not_found", result }, { status: 404, headers: PRIVATE });
  };
  const proven = await parseForm(form, schema);
  if (proven.status !== "success") return lost();
  const proof = proven.value;
  const look = () => lookUpOrder(deps.db, { ...proof, now: deps.clock.now() });
  const found = await look();
  if (!found.ok) return lost();
  const contracts = await lookUpContracts(deps, proof);
  const refuse = (formErrors: string[], status: number) => {
    const { data: result } = rejectForm(submission, { formErrors });
    const fitPaths = guestFitPaths(deps, found.value);
    const order = found.value;
    const shown = { kind: "found", order, contracts, proof, fitPaths, result } as const;
    return data<LookupResult>(shown, { status, headers: PRIVATE });
  };
  if (submission.status !== "success") return refuse([], 400);
  const { number, email, ...requests } = submission.value;
  const requested = await requestGuestReturn(deps, { number, email, requested: requests });
  if (!requested.ok) {
    const isRule = requested.error === "not_by_the_rules";
    return isRule
      ? refuse(["Some of these pieces cannot come back for this reason."], 409)
      : lost();
  }
  const now = await look();
  if (!now.ok) return lost();
  const announced = requested.value.authorizationNumber;
  return data<LookupResult>(
    {
      kind: "found",
      order: now.value,
      contracts,
      proof,
      announced,
      fitPaths: guestFitPaths(deps, now.value),
    },
    { headers: PRIVATE },
  );
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
  if (actionData?.kind === "found") return <FoundOrder {...actionData} />;
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
          The number and the email do not belong to one order. Please check both, or{" "}
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
function GuestReturn({ announced, order, proof, result }: FoundProps) {
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
          hidden={{ ...proof, intent: "return" }}
          cancel={null}
        />
      </div>
    </details>
  );
}

function FoundOrder(props: FoundProps) {
  const { notCancelled, order, proof } = props;
  const { payment, status } = order.order;
  return (
    <div className="shell pt-12 pb-24 md:pt-20">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <MyOrderHead order={order} />
        <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
          {status === "pending" && (
            <CancelOrder isTransfer={payment.method === "manual"} fields={proof} />
          )}
          <ContactLinks order={order.order} fitPaths={props.fitPaths} />
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
      <MyOrderBody order={order} />
      <MyGarments
        garments={order.garments}
        problem={props.problem ?? null}
        fields={proof}
        fitPaths={props.fitPaths}
        proof={props.contracts.proof}
      />
      <MyContracts {...props.contracts} />
    </div>
  );
}
