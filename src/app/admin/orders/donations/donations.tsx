import { redirect, useNavigation } from "react-router";
import { z } from "zod";
import { isListSearched, ListSearch } from "#app/components/admin/list-search.tsx";
import { ButtonForm } from "#app/components/form/button-form.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatReported } from "#core/money-amount.ts";
import { shownEmail } from "#core/shown-email.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { ReviewReason } from "#features/sales/payments/payment.ts";
import type {
  DonationRefundFailure,
  DonationRow,
} from "#features/sales/payments/review-donation.server.ts";
import {
  keepDonation,
  listDonations,
  refundDonation,
} from "#features/sales/payments/review-donation.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/donations.ts";

const reasonMessages: Readonly<Record<ReviewReason, string>> = {
  wrong_amount: "The amount is not the one the donor chose.",
  wrong_currency: "It arrived in another currency than the donor chose.",
  duplicate: "The donor paid a second time.",
};

const doneMessages: Readonly<Record<string, string>> = {
  refunded: "The payment is on its way back. Please write to the donor, the shop sends no email.",
  kept: "The payment is kept.",
};

const failureMessages: Readonly<Record<Exclude<DonationRefundFailure, "forbidden">, string>> = {
  not_found: "This payment is settled already.",
  provider:
    "The payment provider refused this refund. No money went back; try again, or refund it at the provider.",
  elsewhere:
    "This payment went to another account of the provider: refund it in that account's dashboard.",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = readListSearch(url.searchParams);
  const list = await listDonations(context.get(depsContext).db, {
    actor: context.get(actorContext),
    search,
  });
  if (!list.ok) return refuse();
  return {
    search,
    rows: list.value,
    done: doneMessages[url.searchParams.get("done") ?? ""] ?? null,
  };
}

const donationForm = z.object({ intent: z.enum(["refund", "keep"]), payment: z.string() });

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, donationForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { intent, payment: paymentId } = submission.value;
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const settle = intent === "refund" ? refundDonation : keepDonation;
  const settled = await settle(deps, { actor, paymentId });
  if (settled.ok) {
    return redirect(`/admin/donations?done=${intent === "refund" ? "refunded" : "kept"}`, 303);
  }
  if (settled.error === "forbidden") return refuse();
  return rejectForm(submission, { formErrors: [failureMessages[settled.error]] }, 409);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Donations" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Lists payments under review first. */
export default function Donations({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, done, search } = loaderData;
  const waiting = rows.filter(({ isWaiting }) => isWaiting);
  return (
    <AdminPage title="Donations" lead="What New Dawn received through the shop, newest first.">
      {done && !actionData && (
        <Notice kind="success" live className="mb-6">
          {done}
        </Notice>
      )}
      {waiting.map((row) => (
        <Review key={row.id} row={row} result={actionData} />
      ))}
      {isListSearched(rows.length, search) && <ListSearch label="Donor’s email" search={search} />}
      {rows.length === 0 ? (
        <EmptyState title={search ? "No donation matches" : "No donations yet"}>
          {search
            ? "Try a part of the donor’s email."
            : "A donation from the New Dawn page appears here as soon as it is paid."}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm">
              <a href={`mailto:${row.email}`} className="link grow py-1 wrap-anywhere">
                {shownEmail(row.email)}
              </a>
              <Status row={row} />
              <time dateTime={row.at.toISOString()} className="figures text-ink-quiet">
                {formatDay(row.at)}
              </time>
              <span className="figures font-medium sm:w-28 sm:text-right">
                {formatReported(row.captured)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}

function Status({ row: { captured, isWaiting, lastRefund, refunded } }: { row: DonationRow }) {
  if (lastRefund === "pending") return <Badge kind="warning">Refund on its way</Badge>;
  if (isWaiting) return <Badge kind="warning">Under review</Badge>;
  if (refunded.minorUnits === 0) return null;
  const isWhole = refunded.minorUnits >= captured.minorUnits;
  return <Badge>{isWhole ? "Refunded" : `${formatReported(refunded)} refunded`}</Badge>;
}

/** Offers a refund, or to keep the payment. */
function Review({ row, result }: { row: DonationRow; result: FormResult | undefined }) {
  const { id, captured, email, lastRefund, reason, refunded } = row;
  const busy = useNavigation().formData?.get("payment") === id;
  const isOwn = result?.initialValue?.payment === id || result?.initialValue === undefined;
  const left = { ...captured, minorUnits: captured.minorUnits - refunded.minorUnits };
  return (
    <Notice
      kind="warning"
      title={`${formatReported(captured)} from ${shownEmail(email)} under review`}
      className="mb-6"
    >
      <p>{reason && reasonMessages[reason]}</p>
      {lastRefund === "failed" && (
        <p>The last refund did not arrive: the provider refused it or the bank returned it.</p>
      )}
      <ButtonForm result={isOwn ? result : undefined} className="mt-3 space-y-3">
        <input type="hidden" name="payment" value={id} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="refund" busy={busy}>
            Refund this payment: {formatReported(left)}
          </Button>
          <Button type="submit" name="intent" value="keep" variant="secondary" disabled={busy}>
            Keep it
          </Button>
        </div>
      </ButtonForm>
    </Notice>
  );
}
