import { ChevronDown, Heart, LogOut, Search, ShoppingBag, User } from "lucide-react";
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from "react";
import { memo, useCallback, useEffect, useId, useRef, useState } from "react";
import { Link, NavLink, useLocation, useNavigate } from "react-router";
import { SearchBox } from "#app/components/search/search-box.tsx";
import type { MenuCollection, SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { writeStored } from "#ui/browser-storage.ts";
import { IconButton, iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";
import { ANNOUNCEMENT_KEY } from "./announcement-key.ts";
import { SignOutForm, Wordmark } from "./main-content.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { useSignedIn } from "./use-signed-in.ts";

/** A hairline marks the current page. */
const navLinkClass =
  "inline-flex h-11 items-center text-sm underline decoration-transparent decoration-1 underline-offset-[0.5em] transition-colors hover:text-demerara aria-[current=page]:decoration-current data-here:decoration-current";

type MenuLinkProps = { to: string; label: string; className?: string };

function MenuLink({ to, label, className = "" }: MenuLinkProps) {
  return (
    <NavLink to={to} end className={classNames(navLinkClass, className)}>
      {label}
    </NavLink>
  );
}

/** Milliseconds (specification 9); within `skip` after closing it opens at once. */
export const MENU_DELAYS = { open: 200, skip: 300, close: 150 } as const;
/** A click soon after hover does not close the menu. */
const settleMs = 500;

/** Closes after the pointer or the focus leaves; Escape returns the focus to the button. */
function useHoverMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedAt = useRef(0);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);

  const change = useCallback((next: boolean) => {
    clearTimeout(timer.current);
    if (next) openedAt.current = performance.now();
    else closedAt.current = performance.now();
    setOpen(next);
  }, []);
  const close = useCallback(() => change(false), [change]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (next: boolean, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(next), delayMs);
  };
  return {
    open,
    close,
    /** Belongs on the element around button and panel. */
    area: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        if (open) clearTimeout(timer.current);
        else {
          const soon = performance.now() - closedAt.current < MENU_DELAYS.skip;
          later(true, soon ? 0 : MENU_DELAYS.open);
        }
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") later(false, MENU_DELAYS.close);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
          close();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !open) return;
        close();
        button.current?.focus();
      },
    },
    trigger: {
      ref: button,
      "aria-expanded": open,
      onClick: () => {
        const settling = open && performance.now() - openedAt.current < settleMs;
        if (!settling) change(!open);
      },
    },
  };
}

const loadPanel = () => import("./collections-panel.tsx").then((module) => module.CollectionsPanel);

/** Links to the shop until the script runs. Phones never load the panel. */
function CollectionsMenu({ menu }: { menu: readonly MenuCollection[] }) {
  const hydrated = useHydrated();
  const { pathname, key } = useLocation();
  const { open, close, area, trigger } = useHoverMenu();
  const { part: CollectionsPanel, request } = useLazyPart(loadPanel);
  const navigate = useNavigate();
  const panelId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the panel
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
        aria-controls={open && CollectionsPanel ? panelId : undefined}
        className={look}
        data-here={here || undefined}
      >
        Collections <Chevron open={open} />
      </button>
      {open && CollectionsPanel && <CollectionsPanel id={panelId} menu={menu} />}
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

function close(text: string): void {
  document.documentElement.dataset.announcement = "closed";
  writeStored(ANNOUNCEMENT_KEY, text);
}

/** Stays hidden once dismissed, until its text changes. */
function Announcement({ text }: { text: string }) {
  return (
    <aside
      aria-label="Announcement"
      className="relative bg-cloth px-12 py-2.5 text-center text-xs tracking-wide text-ink-soft in-data-[announcement=closed]:hidden print:hidden"
    >
      <p>{text}</p>
      <button
        type="button"
        aria-label="Dismiss announcement"
        onClick={() => close(text)}
        className="absolute top-0 right-0 size-11 text-lg leading-none -outline-offset-2 transition-colors hover:text-ink noscript:hidden md:right-2"
      >
        ×
      </button>
    </aside>
  );
}

type SiteHeaderProps = {
  shell: SiteShell;
  /** 0 on the server. */
  cartCount: number;
};

/** Memoized: the frame renders when a navigation starts, which would delay the next page. */
export const SiteHeader = memo(function SiteHeader({ shell, cartCount }: SiteHeaderProps) {
  // Sign-in and sign-out are navigations; this rereads the cookie.
  useLocation();
  const signedIn = useSignedIn();
  return (
    <>
      {shell.announcement && <Announcement text={shell.announcement} />}
      <header className="@container sticky top-0 z-30 border-b border-line bg-paper">
        {/* Where large text leaves the name no room between the icons, it has a line of its own. */}
        <div className="shell grid h-18 grid-cols-[1fr_minmax(0,auto)_1fr] items-center gap-2 px-2 @max-[19rem]:h-auto @max-[19rem]:grid-cols-[1fr_1fr] @max-[19rem]:gap-0 md:grid-cols-[minmax(0,auto)_1fr_auto] md:gap-6 md:px-(--gutter) lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          <div className="flex md:hidden">
            <MobileMenu menu={shell.menu} signedIn={signedIn} />
            <SearchIcon />
          </div>
          <Wordmark
            siteName={shell.general.siteName}
            className="max-md:text-center @max-[19rem]:order-first @max-[19rem]:col-span-2"
          />
          <nav
            aria-label="Main"
            className="hidden h-full items-center justify-center gap-6 md:flex"
          >
            <MenuLink to="/" label="Home" />
            <CollectionsMenu menu={shell.menu} />
            <MenuLink to="/made-to-measure" label="Made to Measure" className="max-lg:hidden" />
            <MenuLink to="/about" label="About" />
            <MenuLink to="/contact" label="Contact" />
          </nav>
          <div className="flex items-center justify-end">
            <SearchIcon className="max-md:hidden xl:hidden" />
            <SearchBox look="line" label="Search" className="mr-4 hidden w-36 xl:block 2xl:w-48" />
            {/* Phones have it in their menu. */}
            <IconLink
              to="/wishlist"
              label="Wishlist"
              icon={<Heart size={20} aria-hidden="true" />}
              className="max-lg:hidden"
            />
            <AccountIcons signedIn={signedIn} />
            <CartIcon count={cartCount} />
          </div>
        </div>
      </header>
      {/* Covers the hairline until the page scrolls. */}
      <div aria-hidden="true" className="relative z-30 -mt-px h-px bg-paper" />
    </>
  );
});

type IconLinkProps = { to: string; label: string; icon: ReactNode; className?: string };

function IconLink({ to, label, icon, className }: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className={classNames(iconButtonClass, className)}
    >
      {icon}
    </Link>
  );
}

/** Replaces the field where there is no room. */
function SearchIcon({ className }: { className?: string }) {
  const icon = <Search size={20} aria-hidden="true" />;
  return <IconLink to="/search" label="Search" icon={icon} {...(className ? { className } : {})} />;
}

function AccountIcons({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <IconLink
        to={signedIn ? "/profile" : "/auth"}
        label={signedIn ? "My Account" : "Sign in"}
        icon={<User size={21} aria-hidden="true" />}
      />
      {signedIn && (
        <SignOutForm className="hidden md:block">
          <IconButton
            type="submit"
            label="Sign Out"
            icon={<LogOut size={20} aria-hidden="true" />}
          />
        </SignOutForm>
      )}
    </>
  );
}

/** An empty cart has no number: a count says that something is in it. */
function CartIcon({ count }: { count: number }) {
  const label = `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return (
    <Link to="/cart" aria-label={label} title="Cart" className={iconButtonClass}>
      <ShoppingBag size={21} aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute top-1 right-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-forest px-1 text-[0.6875rem] leading-none font-medium text-paper"
        >
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}
