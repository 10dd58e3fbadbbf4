import { ExternalLink, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { use } from "react";
import { Form, Link, NavLink, useLocation, useNavigation } from "react-router";
import { OpensMeasurementsContext } from "#app/components/admin/atelier-link.tsx";
import { AtelierWorkContext } from "#app/components/admin/atelier-work-context.ts";
import { DASHBOARD_PATH, readTab, tabPath } from "#app/components/admin/dashboard-tabs.ts";
import { MenuCount } from "#app/components/admin/menu-count.tsx";
import { FormLoading } from "#app/components/admin/tab-loading.tsx";
import { PaletteButton, usePalette } from "#app/shell/command-palette/palette-button.tsx";
import type { AtelierWork } from "#features/office/reports/atelier-work.ts";
import { totalWork } from "#features/office/reports/atelier-work.ts";
import { iconButtonClass } from "#ui/button.tsx";
import { useOpenLinkInView } from "#ui/scroll-strip.ts";
import type { AdminArea } from "./admin-areas.ts";
import { areaIcons, businessAreas, contentAreas } from "./admin-areas.ts";
import { MainContent } from "./main-content.tsx";
import { useIsLate } from "./navigation-progress.tsx";

type FrameProps = { siteName: string; adminName: string; children: ReactNode };

type AdminShellProps = FrameProps & { work: AtelierWork; opensMeasurements: boolean };

export function AdminShell(props: AdminShellProps) {
  const { siteName, adminName, children, opensMeasurements, work } = props;
  const { palette, show, prepare } = usePalette();
  const isFormComing = useComingForm();
  return (
    <AtelierWorkContext value={work}>
      <div data-admin="" className="min-h-svh bg-white lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Bar siteName={siteName}>
          <PaletteButton look="icon" onPress={show} onIntent={prepare} />
        </Bar>
        <Rail siteName={siteName} adminName={adminName}>
          <PaletteButton look="field" onPress={show} onIntent={prepare} />
        </Rail>
        <MainContent className="min-w-0 px-4 pt-6 pb-20 sm:px-8 lg:px-10 lg:pt-9">
          {isFormComing && <FormLoading />}
          <OpensMeasurementsContext value={opensMeasurements}>
            <div hidden={isFormComing}>{children}</div>
          </OpensMeasurementsContext>
        </MainContent>
        <Pending />
        {palette}
      </div>
    </AtelierWorkContext>
  );
}

/** The skeleton shows while the role is checked (specification 2). */
function useComingForm(): boolean {
  const { location: coming } = useNavigation();
  const { pathname } = useLocation();
  const isForm = /^\/admin\/products\/(?:new$|edit\/)/.test(coming?.pathname ?? "");
  return isForm && coming?.pathname !== pathname;
}

function Rail({ siteName, adminName, children }: FrameProps) {
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
              {icon === "atelier" && <WorkCount />}
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

function WorkCount() {
  return <MenuCount count={totalWork(use(AtelierWorkContext))} label="waiting" />;
}

/** Reads which tab the query names; null elsewhere. */
function useOpenTabPath(): string | null {
  const { pathname, search } = useLocation();
  return pathname === DASHBOARD_PATH ? tabPath(readTab(new URLSearchParams(search))) : null;
}

function Bar({ siteName, children }: Omit<FrameProps, "adminName">) {
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

function BarStrip() {
  const open = useOpenTabPath();
  const { pathname, search } = useLocation();
  const strip = useOpenLinkInView<HTMLElement>(pathname + search);
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
      {businessAreas.map(({ icon, label, path }) => (
        <NavLink key={path} to={path} className={barLook}>
          {label}
          {icon === "atelier" && <WorkCount />}
        </NavLink>
      ))}
    </nav>
  );
}

const barLook =
  "flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent text-sm text-ink-quiet -outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink";

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

function SignOut({ children }: { children: ReactNode }) {
  return (
    <Form method="post" action="/sign-out">
      <input type="hidden" name="next" value="/login" />
      {children}
    </Form>
  );
}

/** Shows on slow networks, because every page checks the role. */
function Pending() {
  const { state, location } = useNavigation();
  const pending = useIsLate(state !== "idle" && location.pathname.startsWith("/admin"));
  return (
    <p
      role="status"
      className={`pointer-events-none fixed right-4 bottom-4 z-30 bg-ink px-4 py-2 text-sm text-paper transition-opacity ${pending ? "opacity-100" : "opacity-0"}`}
    >
      {pending && "Checking admin privileges..."}
    </p>
  );
}
