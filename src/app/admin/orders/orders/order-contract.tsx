import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import {
  ChangesTable,
  TermsList,
  VersionContent,
  VersionSeal,
} from "#app/components/contracts/contract-view.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, readFormData } from "#app/web/form.server.ts";
import { allTexts, buttonText, readFields, textsByName } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import {
  MAX_PURPOSE_LENGTH,
  WORK_DOCUMENT_PURPOSE,
} from "#features/body/measurement/measurement-profile.ts";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import type { LineContract, OpenedLine } from "#features/garments/proposals/open-line.server.ts";
import {
  findLineContract,
  openLineAsStaff,
} from "#features/garments/proposals/open-line.server.ts";
import { PROPOSAL_DAYS, proposalSchema } from "#features/garments/proposals/proposal-input.ts";
import type { ProposalEntry } from "#features/garments/proposals/proposal-queries.server.ts";
import type { ProposeFailure } from "#features/garments/proposals/propose-change.server.ts";
import {
  proposeChange,
  withdrawProposal,
} from "#features/garments/proposals/propose-change.server.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/order-contract.ts";
import { DocumentLink } from "./document-links.tsx";
import type { ContractResult, Submitted } from "./propose-form.tsx";
import { ProposeForm } from "./propose-form.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const openAction = { actor, orderId: params.id, orderItemId: params.item };
  const found = await findLineContract(context.get(depsContext), openAction);
  if (found.ok) return { ...found.value, done: url.searchParams.get("done") };
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

const none: ContractResult = {
  opened: null,
  purpose: "",
  message: null,
  errors: {},
  submitted: null,
};

const FAILURES: Readonly<Record<Exclude<ProposeFailure["code"], "invalid">, string>> = {
  forbidden:
    "Only the atelier opens measurements. An owner gives the permission under Your account.",
  not_found: "This contract does not exist.",
  not_paid: "Only the contract of a paid order can be changed.",
  over: "This piece was cancelled, refunded or sent, so its contract stays as it is.",
  conflict: "The contract has a newer version. Nothing was sent: please look at it again.",
  unreadable: "These measurements cannot be read, so nothing can be proposed.",
  nothing_changed: "This is what the contract says already. Change something first.",
};

/** What the form holds, to show it again. */
const submittedFields = z.looseObject({
  intent: buttonText,
  purpose: buttonText,
  note: buttonText,
  values: textsByName,
  choices: textsByName,
  leaveOut: textsByName,
});

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const orderItemId = params.item;
  const here = `/admin/orders/${params.id}/contracts/${orderItemId}`;
  const known = await findLineContract(deps, { actor, orderId: params.id, orderItemId });
  if (!known.ok) {
    if (known.error === "forbidden") return refuse();
    throw data(null, { status: 404 });
  }
  const form = await readFormData(request);
  const fields = readFields(form, submittedFields);
  const { choices, intent, leaveOut, note, purpose, values } = fields;
  if (intent === "withdraw") {
    const withdrawn = await withdrawProposal(deps, { actor, orderItemId });
    if (withdrawn.ok || withdrawn.error === "not_found")
      return redirect(`${here}?done=withdrawn`, 303);
    return data<ContractResult>({ ...none, message: FAILURES.forbidden }, { status: 403 });
  }
  const open = async (result: Partial<ContractResult>, status: number) => {
    const opened = await openLineAsStaff(deps, { actor, orderItemId, purpose });
    if (opened.ok)
      return data<ContractResult>(
        { ...none, purpose, ...result, opened: opened.value },
        { status },
      );
    if (opened.error === "purpose_missing") {
      const errors = { purpose: "Please say what you need the measurements for." };
      return data<ContractResult>({ ...none, errors }, { status: 422 });
    }
    if (opened.error === "forbidden")
      return data<ContractResult>({ ...none, message: FAILURES.forbidden }, { status: 403 });
    return data<ContractResult>(
      { ...none, purpose, message: FAILURES[opened.error] },
      { status: 409 },
    );
  };
  if (intent !== "propose") return open({}, 200);
  const submission = await parseForm(form, proposalSchema);
  const submitted: Submitted = {
    note,
    values,
    choices,
    leaveOut,
    details: allTexts.parse(fields),
  };
  if (submission.status !== "success") {
    const errors = Object.entries(submission.error ?? {}).map(([field, messages]) => [
      field,
      messages?.join(" ") ?? "",
    ]);
    return open({ errors: Object.fromEntries(errors), submitted }, 422);
  }
  const proposed = await proposeChange(deps, { actor, orderItemId, submitted: submission.value });
  if (proposed.ok) return redirect(`${here}?done=proposed`, 303);
  const { error } = proposed;
  if (error.code === "invalid") return open({ errors: error.errors, submitted }, 422);
  if (error.code === "forbidden")
    return data<ContractResult>({ ...none, message: FAILURES.forbidden }, { status: 403 });
  return open({ message: FAILURES[error.code], submitted }, 409);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Contract" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

const DONE: Readonly<Record<string, (emailText: (sent: string) => string) => string>> = {
  proposed: (emailText) =>
    `${emailText("The customer has an email with the proposed change.")} The contract stays as it is until they approve.`,
  withdrawn: () => "No proposal is open any more.",
};

export default function OrderContract({ actionData, loaderData }: Route.ComponentProps) {
  const { done, orderId, versions } = loaderData;
  const emailText = useEmailText();
  const doneText = done && DONE[done]?.(emailText);
  const newest = versions.at(-1);
  const opened = actionData?.opened ?? null;
  if (!newest) return null;
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[
            { label: "Orders", to: "/admin/orders" },
            { label: orderNumber(orderId), to: `/admin/orders/${orderId}` },
            { label: "Contract" },
          ]}
        />
      </div>
      <AdminPage
        title={`Contract: ${lineName(describeContract({ ...newest, specification: null }))}`}
        lead={`Order ${orderNumber(orderId)}`}
      >
        {doneText && !actionData && (
          <Notice kind="success" live className="mb-6">
            {doneText}
          </Notice>
        )}
        {actionData?.message && (
          <Notice kind="error" live className="mb-6">
            {actionData.message}
          </Notice>
        )}
        <div className="grid gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-12">
            {opened ? (
              <Opened opened={opened} result={actionData} contract={loaderData} />
            ) : (
              <OpenForm contract={loaderData} error={actionData?.errors.purpose} />
            )}
          </div>
          <div className="grid content-start gap-10">
            <OrderSection id="terms" title="Agreed">
              <TermsList version={{ ...newest, specification: null }} />
            </OrderSection>
            <Versions contract={loaderData} isOpened={opened !== null} />
          </div>
        </div>
      </AdminPage>
    </>
  );
}

function OpenForm({ contract, error }: { contract: LineContract; error: string | undefined }) {
  const busy = useNavigation().state === "submitting";
  if (!contract.mayOpen) {
    return (
      <Notice kind="info" title="Only the atelier opens measurements">
        An owner gives the permission under Your account. Options and terms are beside this.
      </Notice>
    );
  }
  return (
    <OrderSection id="open" title="Measurements">
      <p className="max-w-[60ch] text-sm text-ink-soft">
        Each reading is an entry that the customer sees, with your name and the purpose.
      </p>
      <Form method="post" className="max-w-sheet space-y-4">
        <Field label="Purpose" error={error} hint="For example: cutting, checking the fit.">
          <Input name="purpose" maxLength={MAX_PURPOSE_LENGTH} required autoComplete="off" />
        </Field>
        <Button type="submit" name="intent" value="open" busy={busy}>
          Open measurements
        </Button>
      </Form>
      <WorkDocument contract={contract} />
    </OrderSection>
  );
}

/** Its reading is an entry of its own. */
function WorkDocument({ contract: { orderId, versions } }: { contract: LineContract }) {
  const newest = versions.at(-1);
  if (!newest || newest.reducedAt) return null;
  return (
    <p className="text-sm text-ink-soft">
      <DocumentLink to={`/admin/orders/${orderId}/documents/work-${newest.orderItemId}`}>
        Work document for the table
      </DocumentLink>
      <span className="block max-w-[60ch]">
        With all measurements and no price. Opening it is an entry, too: “{WORK_DOCUMENT_PURPOSE}”.
      </span>
    </p>
  );
}

const STATUS: Readonly<Record<ProposalEntry["status"], string>> = {
  open: "waits for the customer",
  approved: "approved",
  declined: "declined",
  withdrawn: "withdrawn",
  expired: "ended without an answer",
};

type VersionsProps = { contract: LineContract; isOpened: boolean };

function Versions({ contract: { mayOpen, proposals, versions }, isOpened }: VersionsProps) {
  const isOpen = proposals.some(({ status }) => status === "open");
  const isExpired = proposals.at(-1)?.status === "expired";
  return (
    <OrderSection id="versions" title="Versions">
      <ul className="space-y-3 text-sm">
        {versions.toReversed().map((version) => (
          <li key={version.id}>
            <p className="figures">
              Version {version.version}, {formatMoment(version.createdAt)}
            </p>
            <VersionSeal version={version} />
          </li>
        ))}
      </ul>
      {proposals.length > 0 && (
        <ul className="space-y-2 text-sm text-ink-soft">
          {proposals.toReversed().map(({ baseVersion, createdAt, id, origin, status }) => (
            <li key={id} className="figures">
              {origin === "customer"
                ? `Changed by the customer, ${formatMoment(createdAt)}: version ${baseVersion + 1}`
                : `${origin === "wearer" ? "Measured again, proposed" : "Proposal"} on version ${baseVersion}, ${formatMoment(createdAt)}: ${STATUS[status]}`}
            </li>
          ))}
        </ul>
      )}
      {isExpired && (
        <p className="text-sm text-ink-soft">
          The customer did not answer within {PROPOSAL_DAYS} days, and the contract is unchanged.
          {mayOpen && !isOpened && " Open the measurements to propose the change again."}
        </p>
      )}
      {isOpen && (
        <Form method="post">
          <Button type="submit" name="intent" value="withdraw" variant="secondary" size="sm">
            Withdraw the proposal
          </Button>
        </Form>
      )}
    </OrderSection>
  );
}

type OpenedProps = {
  opened: OpenedLine;
  result: ContractResult | undefined;
  contract: LineContract;
};

function Opened({ contract, opened, result }: OpenedProps) {
  const newest = opened.versions.at(-1);
  if (!newest) return null;
  const responded = opened.proposals.filter(({ changes }) => changes.length > 0).toReversed();
  return (
    <>
      <OrderSection
        id="measurements"
        title={`Measurements${newest.specification ? ` of ${newest.specification.label}` : ""}`}
      >
        <VersionContent version={newest} />
        <WorkDocument contract={contract} />
      </OrderSection>
      {responded.map(({ changes, createdAt, id, note, origin, reason, status }) => (
        <OrderSection
          key={id}
          id={`proposal-${id}`}
          title={
            origin === "customer"
              ? `Changed by the customer on ${formatMoment(createdAt)}`
              : `${origin === "wearer" ? "Measured again on" : "Proposal of"} ${formatMoment(createdAt)}: ${STATUS[status]}`
          }
        >
          {note && (
            <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{note}</p>
          )}
          <ChangesTable
            changes={changes}
            {...(origin === "customer" && { headings: ["Before", "Changed to"] as const })}
          />
          {reason && (
            <p className="text-sm wrap-anywhere whitespace-pre-line">The customer: {reason}</p>
          )}
        </OrderSection>
      ))}
      {newest.specification && <ProposeForm opened={opened} result={result} />}
    </>
  );
}
