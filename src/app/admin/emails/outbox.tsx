import { Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import type { OutboxFilter } from "#features/mail/outbox.ts";
import { readOutboxFilter } from "#features/mail/outbox.ts";
import { findOutboxMail, listOutbox } from "#features/mail/outbox-queries.server.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/outbox.ts";
import { bounceMessage, ClearBounceForm } from "./bounce-notice.tsx";
import { handleOutboxForm } from "./handle-outbox-form.server.ts";
import { MailPreview } from "./mail-preview.tsx";
import { OutboxTable } from "./outbox-table.tsx";
import { OutboxTabs } from "./outbox-tabs.tsx";
import { ResendForm } from "./resend-form.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(depsContext);
  const actor = context.get(actorContext);
  const filter = readOutboxFilter(url.searchParams);
  const mailId = url.searchParams.get("mail");
  const [outbox, mail] = await Promise.all([
    listOutbox(db, { actor, filter }),
    findOutboxMail(db, { actor, mailId: mailId ?? "" }),
  ]);
  if (!outbox.ok || !mail.ok) return refuse();
  return {
    filter: { ...filter, page: outbox.value.page },
    outbox: outbox.value,
    mail: mail.value,
    isMissing: mailId !== null && mail.value === null,
    isCleared: url.searchParams.has("cleared") && mail.value?.bounce === null,
    toFiles: env.SMTP_URL === undefined,
    idempotencyKey: newId(),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleOutboxForm(request, context.get(depsContext), context.get(actorContext));
}

export const meta: Route.MetaFunction = () => [
  { title: "Outbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

function addressOf(filter: OutboxFilter, mailId?: string): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.page > 1) params.set("page", String(filter.page));
  if (mailId) params.set("mail", mailId);
  return `/admin/outbox?${params}`;
}

export default function OutboxPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, outbox, mail, isCleared, isMissing, toFiles, idempotencyKey } = loaderData;
  const rows = outbox.rows.map((row) => ({
    ...row,
    time: formatMoment(row.createdAt),
    warning: row.bounce && bounceMessage(row.bounce),
  }));
  return (
    <AdminPage
      title="Outbox"
      lead={
        <>
          {toFiles
            ? "Every mail the shop wrote. No mail server is set, so they are kept as files in the shop's data folder."
            : "Every mail the shop wrote. One that cannot be delivered is tried again for about a day; an address that its host refuses is not."}{" "}
          <Link to="/admin/mails" className="link">
            See every kind of mail
          </Link>
        </>
      }
    >
      <OutboxTabs status={filter.status} counts={outbox.counts} />
      {isCleared && (
        <Notice kind="success" live className="mb-4">
          Mails to {mail?.recipient} are taken to arrive again.
        </Notice>
      )}
      {isMissing && (
        <Notice kind="warning" className="mb-4">
          This mail does not exist.
        </Notice>
      )}
      <div className={mail ? "grid items-start gap-8 2xl:grid-cols-2" : ""}>
        {mail && (
          <div className="2xl:sticky 2xl:top-6 2xl:order-last">
            <MailPreview
              mail={mail}
              sent={mail.sentAt && formatMoment(mail.sentAt)}
              closeTo={addressOf(filter)}
              notice={mail.bounce && <ClearBounceForm bounce={mail.bounce} mailId={mail.id} />}
            >
              {mail.status !== "queued" && (
                <ResendForm mail={mail} idempotencyKey={idempotencyKey} refusal={actionData} />
              )}
            </MailPreview>
          </div>
        )}
        {rows.length === 0 ? (
          <EmptyState title="No mails here">
            A confirmation is written as soon as an order is paid.
          </EmptyState>
        ) : (
          <div className="space-y-4">
            <OutboxTable
              rows={rows}
              openId={mail?.id ?? null}
              addressOf={(mailId) => addressOf(filter, mailId)}
            />
            <Pagination page={outbox.page} pageCount={outbox.pageCount} label="Mails" />
          </div>
        )}
      </div>
    </AdminPage>
  );
}
