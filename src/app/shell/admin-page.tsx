import type { ReactNode } from "react";
import { useEffect } from "react";
import { isRouteErrorResponse, useRevalidator } from "react-router";
import { ConfirmLead, ConfirmPanel } from "#app/components/identity/confirm-panel.tsx";
import { identityRequestIn } from "#app/web/identity-request.ts";
import { notifyScriptRuns } from "#app/web/script-runs.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState, ErrorPanel } from "#ui/notice.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";

const ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

type ListLoadingProps = {
  /** Screen readers announce it. */
  label: string;
  filters: string;
  row: ReactNode;
};

export function ListLoading({ label, filters, row }: ListLoadingProps) {
  return (
    <div role="status" className="pt-5">
      <span className="sr-only">{label}</span>
      <SkeletonLine className={filters} />
      {ROWS.map((each) => (
        <div key={each} className="flex h-13 items-center gap-4 border-b border-line">
          {row}
        </div>
      ))}
    </div>
  );
}

type AdminPageProps = { title: string; lead?: ReactNode; children: ReactNode };

export function AdminPage({ title, lead, children }: AdminPageProps) {
  return (
    <div className="mx-auto max-w-page">
      <h1 className="display figures text-2xl wrap-anywhere">{title}</h1>
      {lead && <div className="mt-1 text-sm text-ink-soft">{lead}</div>}
      <div className="mt-5">{children}</div>
    </div>
  );
}

/** `list` is the page to return to. */
type MissingRecord = { title: string; text: string; list: { label: string; path: string } };

const MISSING_ORDER: MissingRecord = {
  title: "Order not found",
  text: "We could not find this order. Please check the link.",
  list: { label: "All orders", path: "/admin/orders" },
};

type ErrorProps = { error: unknown; missing?: MissingRecord };

/** The frame stays. */
export function AdminError({ error, missing = MISSING_ORDER }: ErrorProps) {
  const { revalidate } = useRevalidator();
  // The replaced part will not report this itself.
  useEffect(notifyScriptRuns, []);
  const waiting = identityRequestIn(error);
  if (waiting) {
    return (
      <AdminPage title="Confirm that it is you" lead={<ConfirmLead />}>
        <ConfirmPanel waiting={waiting} />
      </AdminPage>
    );
  }
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <>
        <h1 className="sr-only">Page Not Found</h1>
        <EmptyState
          title={missing.title}
          action={
            <ButtonLink to={missing.list.path} variant="secondary">
              {missing.list.label}
            </ButtonLink>
          }
        >
          {missing.text}
        </EmptyState>
      </>
    );
  }
  if (isRouteErrorResponse(error) && error.status === 403) {
    return (
      <>
        <h1 className="sr-only">For the atelier</h1>
        <EmptyState
          title="Only the atelier opens this page"
          action={
            <ButtonLink to="/admin/account" variant="secondary">
              Your account
            </ButtonLink>
          }
        >
          It shows measurements or photos of a customer. An owner gives the permission under Your
          account, also to herself.
        </EmptyState>
      </>
    );
  }
  return (
    <ErrorPanel
      heading="h1"
      title="Something went wrong"
      text="This page could not be loaded. Nothing was changed."
      onRetry={() => void revalidate()}
    />
  );
}
