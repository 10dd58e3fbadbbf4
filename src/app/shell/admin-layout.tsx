import { ExternalLink, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { data, Form, Link, NavLink, Outlet, useLocation, useNavigation } from "react-router";
import { DASHBOARD_PATH, readTab, tabPath } from "#app/admin/dashboard/dashboard-tabs.ts";
import { ActionNotice } from "#app/admin/dashboard/page-dialog.tsx";
import { FormLoading } from "#app/admin/dashboard/tab-loading.tsx";
import { forgetDrafts } from "#app/admin/inbox/reply-draft.browser.ts";
import { PaletteButton, usePalette } from "#app/shell/command-palette/palette-button.tsx";
import { forgetRecent } from "#app/shell/command-palette/recent-choices.browser.ts";
import { readMessage } from "#app/web/admin-action.server.ts";
import type { ActionResult } from "#app/web/admin-action.ts";
import { nullIfUnreachable } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { PRIVATE, refuse, requireAdmin } from "#app/web/require-admin.server.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { countPaymentsToReview } from "#features/payments/payment-queries.server.ts";
import { countDonationsToReview } from "#features/payments/review-donation.server.ts";
import { findPaymentTrouble } from "#features/settings/payment-trouble.server.ts";
import { paymentTroubleMessage } from "#features/settings/payment-trouble-messages.ts";
import { settingsQuery } from "#features/settings/settings-sections.ts";
import { getSecondFactors } from "#features/staff/passkeys.server.ts";
import { iconButtonClass } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/admin-layout.ts";
import type { AdminArea } from "./admin-areas.ts";
import { areaIcons, businessAreas, contentAreas } from "./admin-areas.ts";
import { MainContent } from "./main-content.tsx";

type AdminShellProps = { siteName: string; adminName: string; children: ReactNode };

/** A rail on wide screens, a bar with the same links on phones. */
export function AdminShell({ siteName, adminName, children }: AdminShellProps) {
  const { palette, show, prepare } = usePalette();
  const isFormComing = useComingForm();
  return (
    <div className="min-h-svh bg-white lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <Bar siteName={siteName}>
        <PaletteButton look="icon" onPress={show} onIntent={prepare} />
      </Bar>
      <Rail siteName={siteName} adminName={adminName}>
        <PaletteButton look="field" onPress={show} onIntent={prepare} />
      </Rail>
      <MainContent className="min-w-0 px-4 pt-6 pb-20 sm:px-8 lg:px-10 lg:pt-9">
        {isFormComing && <FormLoading />}
        <div hidden={isFormComing}>{children}</div>
      </MainContent>
      <Pending />
      {palette}
    </div>
  );
}

/** Whether the product form is loading: its skeleton shows while the role is checked (specification 2). */
function useComingForm(): boolean {
  const { location: coming } = useNavigation();
  const { pathname } = useLocation();
  const isForm = /^\/admin\/products\/(?:new$|edit\/)/.test(coming?.pathname ?? "");
  return isForm && coming?.pathname !== pathname;
}

function Rail({ siteName, adminName, children }: AdminShellProps) {
  return (
    <header className="sticky top-0 hidden h-svh flex-col overflow-y-auto border-r border-line px-4 py-6 lg:flex">
      <Link to="/admin" className="display px-3 text-lg leading-tight font-semibold">
        {siteName}
      </Link>
      <div className="mt-5">{children}</div>
      <nav aria-label="Admin" className="mt-5 grow">
        <RailSection title="Content" areas={contentAreas} />
        <RailSection title="Business" areas={businessAreas} />
      </nav>
      <div className="mt-6 border-t border-line pt-4">
        <RailLink to="/">
          <ExternalLink size={18} aria-hidden="true" />
          View shop
        </RailLink>
        <SignOut>
          <button type="submit" className={`${railLook} w-full text-ink-soft`}>
            <LogOut size={18} aria-hidden="true" />
            Sign Out
          </button>
        </SignOut>
        <p className="truncate px-3 pt-3 text-xs text-ink-quiet">Signed in as {adminName}</p>
      </div>
    </header>
  );
}

function RailSection({ title, areas }: { title: string; areas: readonly AdminArea[] }) {
  const open = useOpenTabPath();
  return (
    <section className="mb-6">
      <h2 className="eyebrow mb-1 px-3">{title}</h2>
      <ul>
        {areas.map(({ label, path, icon }) => {
          const Icon = areaIcons[icon];
          const content = (
            <>
              <Icon size={18} aria-hidden="true" />
              {label}
            </>
          );
          return (
            <li key={path}>
              {path.startsWith(`${DASHBOARD_PATH}?`) ? (
                <Link
                  to={path}
                  aria-current={path === open ? "page" : undefined}
                  className={railLook}
                >
                  {content}
                </Link>
              ) : (
                <RailLink to={path}>{content}</RailLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** URL of the open dashboard tab, which is in the query; null elsewhere. */
function useOpenTabPath(): string | null {
  const { pathname, search } = useLocation();
  return pathname === DASHBOARD_PATH ? tabPath(readTab(new URLSearchParams(search))) : null;
}

function Bar({ siteName, children }: Omit<AdminShellProps, "adminName">) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-white lg:hidden">
      <div className="flex items-center pr-1 pl-4 sm:pl-8">
        <Link to="/admin" className="display min-w-0 grow truncate py-2 text-lg font-semibold">
          {siteName}
        </Link>
        {children}
        <Link to="/" aria-label="View shop" title="View shop" className={iconButtonClass}>
          <ExternalLink size={20} aria-hidden="true" />
        </Link>
        <SignOut>
          <button type="submit" aria-label="Sign Out" title="Sign Out" className={iconButtonClass}>
            <LogOut size={20} aria-hidden="true" />
          </button>
        </SignOut>
      </div>
      <BarStrip />
    </header>
  );
}

/** The phone's only strip: every area of the admin, the open one scrolled into view. */
function BarStrip() {
  const open = useOpenTabPath();
  const { pathname, search } = useLocation();
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!strip.current || !current) return;
    strip.current.scrollLeft = current.offsetLeft - strip.current.clientWidth / 3;
  }, [pathname, search]);
  return (
    <nav
      ref={strip}
      aria-label="Admin"
      className="relative flex gap-6 overflow-x-auto px-4 sm:px-8"
    >
      {contentAreas.map(({ label, path }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === open ? "page" : undefined}
          className={barLook}
        >
          {label}
        </Link>
      ))}
      {businessAreas.map(({ label, path }) => (
        <NavLink key={path} to={path} className={barLook}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

const barLook =
  "flex min-h-11 shrink-0 items-center border-b-2 border-transparent text-sm text-ink-quiet -outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink";

const railLook =
  "flex min-h-10 items-center gap-3 rounded-hair px-3 text-sm pointer-coarse:min-h-11 transition-colors -outline-offset-2 hover:bg-paper aria-[current=page]:bg-cloth aria-[current=page]:font-medium";

type LinkProps = { to: string; children: ReactNode };

function RailLink({ to, children }: LinkProps) {
  return (
    <NavLink to={to} className={railLook}>
      {children}
    </NavLink>
  );
}

function forgetWhoeverWasHere(): void {
  forgetRecent();
  forgetDrafts();
}

function SignOut({ children }: { children: ReactNode }) {
  return (
    <Form method="post" action="/sign-out" onSubmit={forgetWhoeverWasHere}>
      <input type="hidden" name="next" value="/login" />
      {children}
    </Form>
  );
}

/** Every admin page checks the role again; slow networks show this message. */
function Pending() {
  const { state, location } = useNavigation();
  const pending = state !== "idle" && location.pathname.startsWith("/admin");
  return (
    <p
      role="status"
      className={`pointer-events-none fixed right-4 bottom-4 z-30 bg-ink px-4 py-2 text-sm text-paper transition-opacity ${pending ? "opacity-100 delay-300" : "opacity-0"}`}
    >
      {pending && "Checking admin privileges..."}
    </p>
  );
}

/** On every admin page while customers cannot pay. */
function PaymentTroubleLine({ text }: { text: string }) {
  return (
    <Notice kind="error" title="Card payments do not work at the moment" className="mb-6">
      {text}{" "}
      <Link to={`${DASHBOARD_PATH}${settingsQuery("integrations")}`} className="link">
        See Stripe Integration
      </Link>
    </Notice>
  );
}

/** On every page of the admin while money waits that pays for no order. A refund ends it, or a note on the order. */
function PaymentsToReviewLine({ payments }: { payments: number }) {
  return (
    <Notice
      kind="warning"
      title={
        payments === 1
          ? "A payment does not match its order"
          : `${payments} payments do not match their orders`
      }
      className="mb-6"
    >
      Look at the order and refund the payment, or write a note when it is settled.{" "}
      <Link to="/admin/orders?attention=1" className="link">
        See the orders
      </Link>
    </Notice>
  );
}

function DonationsToReviewLine({ donations }: { donations: number }) {
  return (
    <Notice
      kind="warning"
      title={
        donations === 1
          ? "A payment does not match its donation"
          : `${donations} payments do not match their donations`
      }
      className="mb-6"
    >
      Refund the payment or keep it.{" "}
      <Link to="/admin/donations" className="link">
        See the donations
      </Link>
    </Notice>
  );
}

/** Made once, at the first sign-in: until a second factor is set up or the offer is put aside. */
function SecondFactorOffer() {
  return (
    <Notice kind="info" title="Protect your account with a second factor" className="mb-6">
      A passkey or an authenticator app keeps strangers out, even with your password.
      <Form
        method="post"
        action="/admin/account"
        className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2"
      >
        <Link to="/admin/account" className="link">
          Set it up
        </Link>
        <button type="submit" name="intent" value="dismiss-offer" className="link min-h-6">
          Not now
        </button>
      </Form>
    </Notice>
  );
}

type FrameFacts = {
  isOfferOpen: boolean;
  siteName: string;
  adminName: string;
  paymentTrouble: string | null;
  /** What a post without script did before this page. */
  message: Pick<ActionResult, "notice" | "undo"> | null;
  paymentsToReview: number;
  donationsToReview: number;
};

let cached: FrameFacts | null = null;

/** Caches the frame for moments when the shop is unreachable. For the browser only. */
function cacheFrame(facts: FrameFacts): void {
  cached = facts;
}

function getCachedFrame(): FrameFacts | null {
  return cached;
}

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (!isAdmin(actor)) return refuse();
  const deps = context.get(depsContext);
  const { general } = (await deps.siteFacts()).shell;
  const notices = await paymentNotices(deps);
  const left = readMessage(request, deps);
  const headers = new Headers(PRIVATE);
  if (left) headers.append("Set-Cookie", left.clear);
  const message = left?.value ?? null;
  return data(
    {
      ...{ siteName: general.siteName, adminName: actor.name, ...notices, message },
      isOfferOpen: await isSecondFactorOffered(deps, actor.userId),
    },
    { headers },
  );
}

/** A failed request leaves the frame as it was; the page inside reports the error. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<FrameFacts> {
  const cached = getCachedFrame();
  if (!cached) return serverLoader();
  return (await nullIfUnreachable(serverLoader(), request)) ?? cached;
}

/** Whether the admin has no second factor and has not answered the offer; the frame is shown even when that cannot be read. */
async function isSecondFactorOffered({ db, logger }: AppDeps, userId: string): Promise<boolean> {
  try {
    const { hasApp, isOffered, passkeys } = await getSecondFactors(db, userId);
    return !hasApp && passkeys === 0 && !isOffered;
  } catch (error) {
    logger.error({ err: error }, "admin: second factors not loaded");
    return false;
  }
}

/** What keeps customers from paying, and how many payments wait for a decision; the frame is shown even when that cannot be read. */
async function paymentNotices({ db, logger }: AppDeps) {
  try {
    const trouble = await findPaymentTrouble(db);
    return {
      paymentTrouble: trouble && paymentTroubleMessage(trouble),
      paymentsToReview: await countPaymentsToReview(db),
      donationsToReview: await countDonationsToReview(db),
    };
  } catch (error) {
    logger.error({ err: error }, "admin: state of payments not loaded");
    return { paymentTrouble: null, paymentsToReview: 0, donationsToReview: 0 };
  }
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** Around every admin page; its middleware guards every loader and action below. */
export default function AdminFrame({ loaderData }: Route.ComponentProps) {
  const { siteName, adminName, paymentTrouble, paymentsToReview, donationsToReview, message } =
    loaderData;
  const isOfferShown = useLocation().pathname === DASHBOARD_PATH && loaderData.isOfferOpen;
  useEffect(() => cacheFrame(loaderData), [loaderData]);
  return (
    <AdminShell siteName={siteName} adminName={adminName}>
      {isOfferShown && <SecondFactorOffer />}
      {paymentTrouble && <PaymentTroubleLine text={paymentTrouble} />}
      {paymentsToReview > 0 && <PaymentsToReviewLine payments={paymentsToReview} />}
      {donationsToReview > 0 && <DonationsToReviewLine donations={donationsToReview} />}
      <ActionNotice result={message} />
      <Outlet />
    </AdminShell>
  );
}
