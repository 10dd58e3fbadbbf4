import { ChevronDown } from "lucide-react";
import { useEffect, useId } from "react";
import { Link, useLocation } from "react-router";
import type { MenuCollection } from "#features/settings/site-shell.ts";
import { classNames } from "#ui/class-names.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { CollectionLink } from "./collection-link.tsx";
import { navLinkClass } from "./nav-link.tsx";
import { useHoverMenu } from "./use-hover-menu.ts";

/**
 * The Collections entry of the menu and its sheet over the full width. Before the page's script has arrived it is a
 * link to the shop, which shows the same collections.
 */
export function CollectionsMenu({ menu }: { menu: readonly MenuCollection[] }) {
  const hydrated = useHydrated();
  const { pathname, key } = useLocation();
  const { open, close, area, trigger } = useHoverMenu();
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
        aria-controls={open ? sheetId : undefined}
        className={look}
        data-here={here || undefined}
      >
        Collections <Chevron open={open} />
      </button>
      {open && <CollectionsSheet id={sheetId} menu={menu} />}
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

function CollectionsSheet({ id, menu }: { id: string; menu: readonly MenuCollection[] }) {
  return (
    <div
      id={id}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-4.5rem)] animate-rise overflow-y-auto border-b border-line bg-paper"
    >
      <div className="shell grid gap-x-16 pt-8 pb-12 lg:grid-cols-12">
        <div className="hidden lg:col-span-4 lg:block">
          <p className="eyebrow">Collections</p>
          <p className="display mt-4 max-w-[14ch] text-3xl">Explore Our Collections</p>
          <Link to="/shop" className="link mt-6 inline-block py-1 text-sm">
            Everything in the shop
          </Link>
        </div>
        <ul className="grid grid-cols-2 gap-x-10 gap-y-2 lg:col-span-8">
          {menu.map((collection) => (
            <li key={collection.path}>
              <CollectionLink collection={collection} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
