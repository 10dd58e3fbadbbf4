import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  ChangesTable,
  FactsList,
  SpecificationList,
} from "#app/components/contracts/contract-view.tsx";
import { ClosedLink } from "#app/components/page/closed-link.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import type { LinkVisit } from "#app/web/private-link.server.ts";
import {
  CLOSED_LINK,
  forgetLink,
  leaveToken,
  readLinkToken,
} from "#app/web/private-link.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { optionalText } from "#core/text-schema.ts";
import {
  MAX_REASON_LENGTH,
  PROPOSAL_DAYS,
  proposalPath,
} from "#features/garments/proposals/proposal-input.ts";
import type { ProposalState } from "#features/garments/proposals/respond-to-proposal.server.ts";
import {
  findProposal,
  respondToProposal,
} from "#features/garments/proposals/respond-to-proposal.server.ts";
import { withoutWearer } from "#features/orders/order/line-description.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/contract.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = () => [
  { title: "A change of your order" },
  { name: "robots", content: "noindex" },
  // Hides the private link from other sites; with no referrer at all, the form's origin would be unknown.
  { name: "referrer", content: "same-origin" },
];

function notFound(visit: LinkVisit): never {
  throw data(null, { status: 404, headers: forgetLink(visit) });
}

/** Short, because the page shows measurements to whoever uses this browser. */
const OPEN_DAYS = 1;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl: deps.publicUrl };
  const token = readLinkToken(visit);
  if (token === null) return data(null, { status: 410, headers: PRIVATE });
  const found = await findProposal(deps, token);
  if (!found.ok) return notFound(visit);
  leaveToken(visit, { days: OPEN_DAYS, url });
  const { open, orderId, ...shown } = found.value;
  const proposal = {
    ...shown,
    orderNumber: orderNumber(orderId),
    open: open && {
      note: open.note,
      changes: open.changes,
      returnsTo: open.returnsTo,
      specification: open.after.specification,
      described: withoutWearer(open.described),
    },
  };
  return data(proposal, {
    status: open || shown.state === "approved" || shown.state === "declined" ? 200 : 410,
    headers: PRIVATE,
  });
}

const forms = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("approve"), returnToProfile: z.boolean().default(false) }),
  z.object({ intent: z.literal("decline"), reason: optionalText("Reason", MAX_REASON_LENGTH) }),
]);

export async function action({ context, params, request }: Route.ActionArgs) {
  const submission = await parseForm(request, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const deps = context.get(depsContext);
  const visit = { address: params.token, request, publicUrl: deps.publicUrl };
  const token = readLinkToken(visit);
  if (token === null) return rejectForm(submission, { formErrors: [CLOSED_LINK] }, 410);
  const response =
    value.intent === "approve"
      ? ({ isApproved: true, returnToProfile: value.returnToProfile } as const)
      : ({ isApproved: false, reason: value.reason } as const);
  const responded = await respondToProposal(deps, { token, response });
  if (!responded.ok && responded.error === "not_found") return notFound(visit);
  // The page then says how the proposal ended, also when somebody was faster.
  return redirect(proposalPath(params.token), { status: 303, headers: PRIVATE });
}

/** Keeps the reason when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

const ENDED: Readonly<Record<Exclude<ProposalState, "open">, { title: string; text: string }>> = {
  approved: {
    title: "You approved this change",
    text: "Thank you. Your piece is cut to the new version of the contract.",
  },
  declined: {
    title: "You declined this change",
    text: "Your piece is made as we agreed before. The atelier has your answer and writes to you if it needs anything.",
  },
  withdrawn: {
    title: "This change was withdrawn",
    text: "The proposal was taken back. Your piece is made as we agreed before.",
  },
  replaced: {
    title: "There is a newer proposal",
    text: "The proposal has changed since. Please open the link in our newest email.",
  },
  outdated: {
    title: "This proposal is out of date",
    text: "The contract has changed since, so this proposal no longer applies.",
  },
  expired: {
    title: "This link has ended",
    text: `A proposal can be answered for ${PROPOSAL_DAYS} days. Your piece is made as we agreed before. If you would like the change, please write to us.`,
  },
  cancelled: {
    title: "This piece was cancelled",
    text: "It is not made any more, so there is nothing to change. This link has ended.",
  },
  refunded: {
    title: "This order was refunded",
    text: "It is not made any more, so there is nothing to change. This link has ended.",
  },
  sent: {
    title: "This piece has already been sent",
    text: "It was finished as we agreed before. If something does not fit, please write to us or report it on the page of your order.",
  },
  removed: {
    title: "This proposal cannot be read any more",
    text: "Its measurements were removed or cannot be read. Please write to us.",
  },
};

export default function Contract({ actionData, loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
        <ClosedLink />
      </div>
    );
  }
  const { respondedAt, open, orderNumber, productName, state } = loaderData;
  const problem = actionData?.error?.[""]?.join(" ");
  const ended = state === "open" ? null : ENDED[state];
  return (
    <div className="shell max-w-180 pt-12 pb-24 md:pt-20">
      <p className="eyebrow">Order {orderNumber}</p>
      <h1 className="display mt-2 text-4xl">{ended?.title ?? `A change of your ${productName}`}</h1>
      {ended && (
        <>
          <p className="mt-4 text-ink-soft">{ended.text}</p>
          {respondedAt && (
            <p className="figures mt-2 text-sm text-ink-quiet">{formatDay(respondedAt)}</p>
          )}
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to="/order-lookup">Find your order</ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              Write to us
            </ButtonLink>
          </div>
        </>
      )}
      {problem && (
        <Notice kind="error" live title="Not sent yet" className="mt-6">
          {problem}
        </Notice>
      )}
      {open && <OpenProposal open={open} errors={actionData?.error?.reason} />}
    </div>
  );
}

type OpenProps = {
  open: NonNullable<NonNullable<Route.ComponentProps["loaderData"]>["open"]>;
  errors: readonly string[] | null | undefined;
};

function OpenProposal({ errors, open }: OpenProps) {
  const busy = useNavigation().state === "submitting";
  return (
    <>
      <blockquote className="mt-6 border-l border-demerara pl-5 whitespace-pre-line wrap-anywhere">
        {open.note}
      </blockquote>
      <p className="mt-4 mb-8 text-sm text-ink-soft">
        The price stays the same. Until you approve the change, your piece is made as agreed.
      </p>
      <ChangesTable changes={open.changes} />
      <details className="mt-6">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Everything as it would be
        </summary>
        <div className="mt-3 border-t border-line">
          <FactsList line={open.described} />
          <SpecificationList specification={open.specification} />
        </div>
      </details>
      <Form method="post" className="mt-8 space-y-5">
        {open.returnsTo !== null && (
          <Checkbox
            name="returnToProfile"
            defaultChecked
            label={`Also store these numbers in my account, for the next garment of ${open.returnsTo}`}
          />
        )}
        <Button
          type="submit"
          name="intent"
          value="approve"
          size="lg"
          busy={busy}
          className="w-full sm:w-auto"
        >
          Approve the change
        </Button>
      </Form>
      <details className="mt-6 border-t border-line pt-4" open={Boolean(errors)}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          Decline it and keep what we agreed
        </summary>
        <Form method="post" className="mt-3 space-y-4">
          <Field
            label="Reason"
            optional
            hint="Only the atelier reads it."
            error={errors?.join(" ")}
          >
            <Textarea name="reason" rows={3} maxLength={MAX_REASON_LENGTH} />
          </Field>
          <Button type="submit" name="intent" value="decline" variant="secondary" busy={busy}>
            Decline the change
          </Button>
        </Form>
      </details>
      <Notice kind="info" className="mt-10">
        This page is private: whoever has its link can{" "}
        {open.specification.measuredByLink ? "" : "read these measurements and "}answer, once,
        within {PROPOSAL_DAYS} days. Its address works in this browser only, for a day; the link in
        our email opens it again.
      </Notice>
    </>
  );
}
