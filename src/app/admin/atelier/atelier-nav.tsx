import { ArrowLeft } from "lucide-react";
import { Link, NavLink } from "react-router";
import type { ClothLevel } from "#features/atelier/cloth/cloth.ts";
import { Badge } from "#ui/badge.tsx";

const tabLook =
  "flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-quiet -outline-offset-2 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink";

/** Leads to the lists of the area. */
export function AtelierTabs() {
  return (
    <nav aria-label="Made to measure" className="mb-6 border-b border-line">
      <ul className="-mb-px flex gap-7 overflow-x-auto">
        <li className="shrink-0">
          <NavLink to="/admin/atelier/production" className={tabLook}>
            Production
          </NavLink>
        </li>
        <li className="shrink-0">
          <NavLink to="/admin/atelier/promises" className={tabLook}>
            Promises
          </NavLink>
        </li>
        <li className="shrink-0">
          <NavLink to="/admin/atelier/times" className={tabLook}>
            Times
          </NavLink>
        </li>
        <li className="shrink-0">
          <NavLink to="/admin/atelier/makers" className={tabLook}>
            Makers
          </NavLink>
        </li>
        <li className="shrink-0">
          <NavLink to="/admin/atelier" end className={tabLook}>
            Terms and options
          </NavLink>
        </li>
        <li>
          <NavLink to="/admin/atelier/cloth" className={tabLook}>
            Cloth
          </NavLink>
        </li>
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

/** "1 product", "12 products". */
export function countLabel(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

/** "Suit" of a garment type's name. */
export function garmentLabel(garment: string): string {
  return garment.charAt(0).toUpperCase() + garment.slice(1);
}
