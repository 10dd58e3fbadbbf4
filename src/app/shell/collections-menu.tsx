import { ChevronDown } from "lucide-react";
import { useEffect, useId } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { MenuCollection } from "#features/settings/site-shell.ts";
import { classNames } from "#ui/class-names.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";
import { navLinkClass } from "./nav-link.tsx";
import { useHoverMenu } from "./use-hover-menu.ts";

const loadSheet = () => import("./collections-panel.tsx").then((module) => module.CollectionsPanel);

/**
 * The Collections entry of the menu and its sheet over the full width. Before the page's script has arrived it is a
 * link to the shop, which shows the same collections; phones have another menu and never download the sheet.
 */
export function CollectionsMenu({ menu }: { menu: readonly MenuCollection[] }) {
  const hydrated = useHydrated();
  const { pathname, key } = useLocation();
  const { open, close, area, trigger } = useHoverMenu();
  const { part: CollectionsSheet, request } = useLazyPart(loadSheet);
  const navigate = useNavigate();
  const sheetId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation, which closes the sheet
  useEffect(() => close(), [key, close]);
  const look = classNames(navLinkClass, "gap-1.5");
  const here = pathname.startsWith("/collections/");
  if (!hydrated) {
    return (
      <Link to="/shop" className={look} data-here={here || undefined}>
        Collections <Chevron open={false} />
      </Link>
    );
  }
  return (
    <div {...area} className="flex h-full items-center">
      <button
        type="button"
        {...trigger}
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        onClick={async () => {
          trigger.onClick();
          if (!(await request())) navigate("/shop");
        }}
        aria-controls={open && CollectionsSheet ? sheetId : undefined}
        className={look}
        data-here={here || undefined}
      >
        Collections <Chevron open={open} />
      </button>
      {open && CollectionsSheet && <CollectionsSheet id={sheetId} menu={menu} />}
    </div>
  );
}

function Chevron({ open }: { open: boolean }) {
  return (
    <ChevronDown
      size={15}
      aria-hidden="true"
      className={classNames("transition-transform", open && "rotate-180")}
    />
  );
}
