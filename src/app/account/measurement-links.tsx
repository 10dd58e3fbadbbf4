import { Form } from "react-router";
import { z } from "zod";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { formatDay } from "#core/georgetown-time.ts";
import {
  groupSchema,
  LINK_DAYS,
  linkSchema,
  linkStateLabels,
} from "#features/measurement/links/measurement-link.ts";
import type { SentGroup, SentLink } from "#features/measurement/links/sent-links.server.ts";
import {
  createGroup,
  createLink,
  listSentGroups,
  withdrawLink,
} from "#features/measurement/links/sent-links.server.ts";
import { GARMENT_NAMES } from "#features/measurement/required-measurements.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/measurement-links.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";

const HERE = "/profile/measurements/links";

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const groups = await listSentGroups(deps, { actor: context.get(actorContext) });
  if (!groups.ok) return refuseAccount();
  return { groups: groups.value, siteUrl: deps.publicUrl };
}

const forms = z.discriminatedUnion("intent", [
  groupSchema.extend({ intent: z.literal("add-group") }),
  linkSchema.extend({ intent: z.literal("add-person"), groupId: z.string() }),
  z.object({ intent: z.literal("withdraw"), linkId: z.string() }),
]);

const TOO_MANY = "There is no room for more. Please use another group or contact us.";

export async function action({ context, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const submission = await parseForm(request, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value: submitted } = submission;
  if (submitted.intent === "withdraw") {
    const withdrawn = await withdrawLink(deps, { actor, linkId: submitted.linkId });
    if (withdrawn.ok) return doneAt(HERE, "measure-link-withdrawn", deps.publicUrl);
    return withdrawn.error === "forbidden" ? refuseAccount() : notFound();
  }
  const added =
    submitted.intent === "add-group"
      ? await createGroup(deps, { actor, submitted })
      : await createLink(deps, { actor, groupId: submitted.groupId, submitted });
  if (added.ok) return doneAt(HERE, "measure-link-added", deps.publicUrl);
  if (added.error === "forbidden") return refuseAccount();
  if (added.error === "not_found") return notFound();
  return rejectForm(submission, { formErrors: [TOO_MANY] });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta("Ask somebody to measure", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function MeasurementLinks({ actionData, loaderData }: Route.ComponentProps) {
  const { groups, siteUrl } = loaderData;
  const problem = Object.values(actionData?.error ?? {})
    .flat()
    .join(" ");
  return (
    <AccountPage tab="Measurements">
      {problem !== "" && <Notice kind="error" live title={problem} className="mt-8" />}
      {groups.map((group) => (
        <GroupSection key={group.id} {...{ group, siteUrl }} />
      ))}
      <LedgerSection
        title="Ask somebody to measure"
        lead={`For bridesmaids, a father, a team. Each person gets a link of their own for ${LINK_DAYS} days. You see who is done, and the numbers only of those who share them.`}
      >
        {/* A new form after each group, so that its fields are empty. */}
        <Form key={groups.length} method="post" className="max-w-form space-y-6">
          <Field label="Occasion">
            <Input name="name" required placeholder="Wedding of Asha" maxLength={60} />
          </Field>
          <Field label="What will be made">
            <Select name="garment" required defaultValue="dress">
              {GARMENT_NAMES.map((name) => (
                <option key={name} value={name}>
                  {name.charAt(0).toUpperCase() + name.slice(1)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" name="intent" value="add-group">
            Create group
          </Button>
        </Form>
      </LedgerSection>
    </AccountPage>
  );
}

const isDone = ({ state }: SentLink) => state === "done" || state === "shared";

function GroupSection({ group, siteUrl }: { group: SentGroup; siteUrl: string }) {
  const { garment, id, links, name } = group;
  return (
    <LedgerSection
      id={`group-${id}`}
      title={name}
      lead={`For a ${garment}. ${links.filter(isDone).length} of ${links.length} done.`}
    >
      <ul className="divide-y divide-line border-y border-line empty:border-0">
        {links.map((link) => (
          <Person key={link.id} {...{ link, siteUrl }} />
        ))}
      </ul>
      <Form
        key={links.length}
        method="post"
        preventScrollReset
        className="mt-6 flex items-end gap-3"
      >
        <input type="hidden" name="groupId" value={id} />
        <Field label={`Add a person to ${name}`} className="grow">
          <Input name="personName" required maxLength={60} autoComplete="off" />
        </Field>
        <Button type="submit" name="intent" value="add-person" variant="secondary">
          Add
        </Button>
      </Form>
    </LedgerSection>
  );
}

function Person({ link, siteUrl }: { link: SentLink; siteUrl: string }) {
  const { expiresAt, id, path, personName, state } = link;
  return (
    <li className="py-4">
      <p className="flex justify-between gap-4">
        <span className="font-medium wrap-anywhere">{personName}</span>
        <span className="shrink-0 text-sm text-ink-soft">{linkStateLabels[state]}</span>
      </p>
      {state === "done" && (
        <p className="mt-1 text-sm text-ink-quiet">
          The numbers stay with {personName}. To order with them, ask {personName} to share them on
          the page of the link.
        </p>
      )}
      {path && (
        <>
          <Field label={`Link for ${personName}, until ${formatDay(expiresAt)}`} className="mt-3">
            <Input readOnly value={siteUrl + path} onFocus={({ target }) => target.select()} />
          </Field>
          <ShareButton url={siteUrl + path} {...{ personName }} />
        </>
      )}
      {(path || state === "done") && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            Withdraw<span className="sr-only"> the link of {personName}</span>
          </summary>
          <Form method="post" preventScrollReset className="mt-2 space-y-3 text-sm">
            <input type="hidden" name="linkId" value={id} />
            <p className="text-ink-soft">
              The link stops working, and what {personName} measured is deleted.
            </p>
            <Button type="submit" name="intent" value="withdraw" variant="danger" size="sm">
              Withdraw the link of {personName}
            </Button>
          </Form>
        </details>
      )}
    </li>
  );
}

/** The phone's share sheet, or the clipboard; without JavaScript the field holds the link. */
function ShareButton({ personName, url }: { personName: string; url: string }) {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const canShare = typeof navigator.share === "function";
  const share = () =>
    (canShare
      ? navigator.share({ title: "Your measurements, please", url })
      : navigator.clipboard.writeText(url)
    ).catch(() => undefined);
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-3"
      aria-label={`${canShare ? "Share" : "Copy"} the link for ${personName}`}
      onClick={() => void share()}
    >
      {canShare ? "Share link" : "Copy link"}
    </Button>
  );
}
