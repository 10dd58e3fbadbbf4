import { Form } from "react-router";
import { z } from "zod";
import type { AccountNote } from "#app/components/account/account-note.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";

import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { emailProblem } from "#core/email.ts";
import { NO_EMAIL_MESSAGE } from "#core/email-messages.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import {
  deleteGroup,
  deleteLink,
  renewLink,
  withdrawLink,
} from "#features/body/links/change-sent-links.server.ts";
import type { EmailLinkFailure } from "#features/body/links/email-link.server.ts";
import { emailLink, remindGroup } from "#features/body/links/email-link.server.ts";
import {
  groupSchema,
  LINK_DAYS,
  linkEmailSchema,
  linkSchema,
  MAX_EMAILS,
  peopleSchema,
} from "#features/body/links/measurement-link.ts";
import type { LinkFailure } from "#features/body/links/sent-links.server.ts";
import { createGroup, createLink, listSentGroups } from "#features/body/links/sent-links.server.ts";
import { MEASURED_GARMENTS } from "#features/body/measurement/required-measurements.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "../account-page.tsx";
import { doneAt, notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/measurement-links.ts";
import { SentGroupSection } from "./sent-group.tsx";

const HERE = "/profile/measurements/links";

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const groups = await listSentGroups(deps, { actor: context.get(actorContext) });
  if (!groups.ok) return refuseAccount();
  return { groups: groups.value, siteUrl: deps.publicUrl };
}

const forms = z.discriminatedUnion("intent", [
  groupSchema.extend({ intent: z.literal("add-group"), people: peopleSchema }),
  linkSchema.extend({ intent: z.literal("add-person"), groupId: z.string() }),
  linkEmailSchema.extend({ intent: z.literal("email"), linkId: z.string() }),
  z.object({ intent: z.enum(["remind", "renew", "withdraw", "delete"]), linkId: z.string() }),
  z.object({ intent: z.enum(["remind-group", "delete-group"]), groupId: z.string() }),
]);

type Submitted = z.output<typeof forms>;
type Deps = Parameters<typeof emailLink>[0];
type Actor = Parameters<typeof emailLink>[1]["actor"];
type Outcome = { ok: true; value: unknown } | { ok: false; error: LinkFailure | EmailLinkFailure };

async function change(deps: Deps, actor: Actor, submitted: Submitted): Promise<Outcome> {
  switch (submitted.intent) {
    case "add-group": {
      const group = await createGroup(deps, { actor, submitted });
      if (!group.ok) return group;
      for (const personName of submitted.people) {
        const input = { actor, groupId: group.value, submitted: { personName } };
        const added = await createLink(deps, input);
        if (!added.ok) return added;
      }
      return group;
    }
    case "add-person":
      return createLink(deps, { actor, groupId: submitted.groupId, submitted });
    case "email":
      return emailLink(deps, { actor, linkId: submitted.linkId, email: submitted.email });
    case "remind":
      return emailLink(deps, { actor, linkId: submitted.linkId, email: null });
    case "remind-group":
      return remindGroup(deps, { actor, groupId: submitted.groupId });
    case "renew":
      return renewLink(deps, { actor, linkId: submitted.linkId });
    case "withdraw":
      return withdrawLink(deps, { actor, linkId: submitted.linkId });
    case "delete":
      return deleteLink(deps, { actor, linkId: submitted.linkId });
    case "delete-group":
      return deleteGroup(deps, { actor, groupId: submitted.groupId });
  }
}

const NOTES = {
  "add-group": "measure-link-added",
  "add-person": "measure-link-added",
  email: "measure-link-emailed",
  remind: "measure-link-emailed",
  "remind-group": "measure-link-emailed",
  renew: "measure-link-renewed",
  withdraw: "measure-link-withdrawn",
  delete: "measure-link-removed",
  "delete-group": "measure-link-removed",
} as const;

/** Without a mail server no link was emailed. */
function noteOf(intent: keyof typeof NOTES, { toFiles }: MailRoute): AccountNote {
  const note = NOTES[intent];
  return note === "measure-link-emailed" && toFiles ? "measure-link-unsent" : note;
}

const FULL = "There is no room for more. Please use another group or contact us.";

const EMAIL_REFUSALS = {
  too_soon: "The last email is less than a day old. Please wait until tomorrow.",
  too_many: `There were ${MAX_EMAILS} emails with this link. Please send it yourself.`,
  too_many_attempts: "These are many emails at once. Please try again in an hour.",
} as const;

export async function action({ context, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const submission = await parseForm(request, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const changed = await change(deps, context.get(actorContext), value);
  if (changed.ok) return doneAt(HERE, noteOf(value.intent, mailRouteOf(deps.env)), deps.publicUrl);
  const { error } = changed;
  if (error === "forbidden") return refuseAccount();
  if (error === "not_found") return notFound();
  if (value.intent === "add-group")
    return rejectForm(submission, { fieldErrors: { name: [FULL] } });
  if (value.intent === "add-person") {
    return rejectForm(submission, { fieldErrors: { personName: [FULL] } });
  }
  const submitted = value.intent === "email" ? value.email : "";
  const message =
    error === "invalid" ? (emailProblem(submitted) ?? NO_EMAIL_MESSAGE) : EMAIL_REFUSALS[error];
  return rejectForm(submission, { fieldErrors: { email: [message] } });
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta("Ask somebody to measure", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function MeasurementLinks({ actionData, loaderData }: Route.ComponentProps) {
  const { groups, siteUrl } = loaderData;
  const problem = actionData?.error?.[""]?.join(" ");
  return (
    <AccountPage tab="Measurements">
      {problem && <Notice kind="error" live title={problem} className="mt-8" />}
      {groups.map((group) => (
        <SentGroupSection key={group.id} group={group} siteUrl={siteUrl} lastResult={actionData} />
      ))}
      <NewGroup key={groups.length} isFirst={groups.length === 0} lastResult={actionData} />
    </AccountPage>
  );
}

type NewGroupProps = { isFirst: boolean; lastResult: FormResult | undefined };

function NewGroup({ isFirst, lastResult }: NewGroupProps) {
  const isLast = lastResult?.initialValue?.intent === "add-group";
  const errorOf = (name: string) => (isLast ? lastResult.error?.[name]?.join(" ") : undefined);
  return (
    <LedgerSection
      title={isFirst ? "Ask somebody to measure" : "Another occasion"}
      lead={`Each person gets a private link for ${LINK_DAYS} days and measures on their own phone. You see who is done; the numbers are theirs.`}
    >
      <Form method="post" className="max-w-form space-y-6">
        <Field
          label="Occasion"
          hint="Such as a wedding. The people you ask see it."
          error={errorOf("name")}
        >
          <Input name="name" required maxLength={60} autoComplete="off" />
        </Field>
        <Field label="What will be made" error={errorOf("garment")}>
          <Select name="garment" required defaultValue="dress">
            {MEASURED_GARMENTS.map((name) => (
              <option key={name} value={name}>
                {garmentTypeName(name).name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Who"
          hint="One name a line, as you call them. You can add more later."
          error={errorOf("people")}
        >
          <Textarea name="people" rows={3} required autoComplete="off" />
        </Field>
        <Button type="submit" name="intent" value="add-group">
          Make the links
        </Button>
      </Form>
    </LedgerSection>
  );
}
