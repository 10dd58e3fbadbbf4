import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { Form, isRouteErrorResponse, Link, useNavigation, useRevalidator } from "react-router";
import { ConfirmLead, ConfirmPanel } from "#app/components/identity/confirm-panel.tsx";
import type { IdentityRequest } from "#app/web/identity-request.ts";
import { identityRequestIn } from "#app/web/identity-request.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmptyState, ErrorPanel } from "#ui/notice.tsx";
import { OrdersLoading } from "./orders/orders-loading.tsx";

/** Keeps the frame around the error. A form that waits for a proof of who sends it is shown with the panel that asks for it. */
export function AccountError({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  const waiting = identityRequestIn(error);
  if (waiting) return <ConfirmFirst waiting={waiting} />;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="shell py-20">
      {isMissing ? (
        <>
          <h1 className="sr-only">Not in your account</h1>
          <EmptyState
            title="This is not in your account"
            action={
              <ButtonLink to="/profile" variant="secondary">
                My Account
              </ButtonLink>
            }
          >
            It may have been removed, or it belongs to another account.
          </EmptyState>
        </>
      ) : (
        <ErrorPanel
          heading="h1"
          title="Something went wrong"
          text="This page could not be loaded. Nothing was changed."
          onRetry={() => void revalidate()}
        />
      )}
    </div>
  );
}

function ConfirmFirst({ waiting }: { waiting: IdentityRequest }) {
  const { app, passkey, password } = waiting.ways;
  return (
    <div className="shell pt-10 pb-24 md:pt-16">
      <h1 className="display text-4xl">Confirm that it is you</h1>
      <div className="mt-6 max-w-prose space-y-8">
        <ConfirmLead />
        {app || passkey || password ? <ConfirmPanel waiting={waiting} /> : <SignInAgain />}
      </div>
    </div>
  );
}

/** For an account of Google or Apple alone whose sign-in is older than ten minutes. */
function SignInAgain() {
  return (
    <Form method="post" action="/sign-out" className="space-y-4">
      <p>Your account has no password of this shop. A new sign-in counts for ten minutes.</p>
      <input type="hidden" name="next" value="/auth" />
      <Button type="submit">Sign in again</Button>
    </Form>
  );
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Adds noindex. */
export function accountMeta(title: string, matches: Matches): MetaDescriptor[] {
  const frame = matches.find((match) => match?.id === "shell/storefront-layout")?.loaderData;
  const shell = (frame as { shell?: { general: { siteName: string } } } | undefined)?.shell;
  return [
    { title: shell ? `${title} | ${shell.general.siteName}` : title },
    { name: "robots", content: "noindex" },
  ];
}

const TABS = [
  { label: "Profile", to: "/profile" },
  { label: "Orders", to: "/profile/orders" },
  { label: "Measurements", to: "/profile/measurements" },
  { label: "Settings", to: "/profile/settings" },
] as const;

type AccountTab = (typeof TABS)[number]["label"];

type Props = { tab: AccountTab; children: ReactNode };

/** Tabs are links (specification 2). */
export function AccountPage({ tab, children }: Props) {
  const { location } = useNavigation();
  const toOrders = location?.pathname === "/profile/orders";
  return (
    <div className="shell pt-10 pb-24 md:pt-16">
      <h1 className="display text-4xl">My Account</h1>
      <nav aria-label="My Account" className="mt-8 border-b border-line md:mt-12">
        <ul className="-mx-1.5 -mb-px flex justify-between gap-x-1 overflow-x-auto sm:justify-start sm:gap-x-9">
          {TABS.map(({ label, to }) => (
            <li key={to} className="shrink-0">
              <Link
                to={to}
                aria-current={label === tab ? "page" : undefined}
                className={classNames(
                  "flex min-h-12 items-center border-b px-1.5 text-xs font-medium uppercase transition-colors -outline-offset-2 max-sm:tracking-[0.06em] sm:tracking-[0.14em]",
                  label === tab
                    ? "border-ink text-ink"
                    : "border-transparent text-ink-quiet hover:text-demerara",
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {toOrders && tab !== "Orders" ? <OrdersLoading /> : children}
    </div>
  );
}

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode; id?: string };

/** Heading left, content right. */
export function LedgerSection({ title, lead, children, id }: SectionProps) {
  const titleId = `${id ?? title.toLowerCase().replaceAll(" ", "-")}-title`;
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-x-12 gap-y-6 border-b border-line py-10 last:border-b-0 md:py-14 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <h2 id={titleId} className="display text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-2 max-w-[36ch] text-sm text-ink-quiet">{lead}</p>}
      </div>
      <div className="min-w-0 lg:col-span-8">{children}</div>
    </section>
  );
}
