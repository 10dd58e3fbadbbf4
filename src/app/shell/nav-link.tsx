import { NavLink } from "react-router";

/** A word of the main menu; a hairline under it says where the visitor is. */
export const navLinkClass =
  "inline-flex h-11 items-center text-sm underline decoration-transparent decoration-1 underline-offset-[0.5em] transition-colors hover:text-demerara aria-[current=page]:decoration-current data-here:decoration-current";

/** An entry of the main menu that is a page. */
export function MenuLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink to={to} end className={navLinkClass}>
      {label}
    </NavLink>
  );
}
