import { ArrowLeft } from "lucide-react";
import { use } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { OpensMeasurementsContext } from "#app/components/admin/atelier-link.tsx";
import { AtelierWorkContext } from "#app/components/admin/atelier-work-context.ts";
import { MenuCount } from "#app/components/admin/menu-count.tsx";
import type { ClothLevel } from "#features/garments/cloth/cloth.ts";
import { ATELIER_WORK } from "#features/office/reports/atelier-work.ts";
import { Badge } from "#ui/badge.tsx";
import { useOpenLinkInView } from "#ui/scroll-strip.ts";

const tabLook =
  "flex min-h-11 items-center gap-2 border-b-2 border-transparent text-sm text-ink-quiet -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** The daily work first, then what is set up once. */
const TABS = [
  { to: "/admin/atelier/production", label: "Production" },
  { to: "/admin/atelier/patterns", label: "Patterns" },
  { to: "/admin/atelier/promises", label: "Promises" },
  { to: "/admin/atelier/alterations", label: "Alterations", needsMeasurements: true },
  { to: "/admin/atelier/makers", label: "Makers" },
  { to: "/admin/atelier", label: "Terms and options", end: true },
  { to: "/admin/atelier/pattern-table", label: "Pattern table" },
  { to: "/admin/atelier/times", label: "Times" },
  { to: "/admin/atelier/cloth", label: "Cloth" },
];

/** Leads to the lists of the area that the signed-in admin may open. */
export function AtelierTabs() {
  const opensMeasurements = use(OpensMeasurementsContext);
  const work = use(AtelierWorkContext);
  const strip = useOpenLinkInView<HTMLUListElement>(useLocation().pathname);
  return (
    <nav aria-label="Made to measure" className="mb-6 border-b border-line">
      <ul ref={strip} className="-mb-px flex gap-7 overflow-x-auto">
        {TABS.filter(
          ({ needsMeasurements = false }) => opensMeasurements || !needsMeasurements,
        ).map(({ to, label, end = false }) => (
          <li key={to} className="shrink-0">
            <NavLink to={to} end={end} className={tabLook}>
              {label}
              {ATELIER_WORK.filter((each) => each.to === to).map(({ kind, note }) => (
                <MenuCount key={kind} count={work[kind]} label={note.toLowerCase()} />
              ))}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-flex items-center gap-2 py-2.5 text-sm">
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}

/** Renders nothing for sufficient cloth. */
export function ClothLevelBadge({ level }: { level: ClothLevel }) {
  if (level === "enough") return null;
  if (level === "used up") return <Badge kind="error">Used up</Badge>;
  return <Badge kind="warning">Low</Badge>;
}
