import { Heart, LogOut, Search, ShoppingBag, User } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { SearchBox } from "#app/storefront/search/search-box.tsx";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { IconButton, iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { ANNOUNCEMENT_KEY } from "./closed-announcement.ts";
import { CollectionsMenu } from "./collections-menu.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { MenuLink } from "./nav-link.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { useSignedIn } from "./use-signed-in.ts";
import { Wordmark } from "./wordmark.tsx";

function close(text: string): void {
  document.documentElement.dataset.announcement = "closed";
  try {
    localStorage.setItem(ANNOUNCEMENT_KEY, text);
  } catch {
    // Storage that is full or forbidden: it stays closed for this visit.
  }
}

/** One quiet line above the header, in the owner's words; who dismissed it does not see it again until the words change. */
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

type Props = {
  shell: SiteShell;
  /** Items in the cart; 0 on the server and when it is empty. */
  cartCount: number;
};

/** The frame's head: the owner's announcement and the bar that stays in view. */
export function SiteHeader({ shell, cartCount }: Props) {
  // The cookie changes with signing in and out, which are navigations: each renders the header anew.
  useLocation();
  const signedIn = useSignedIn();
  return (
    <>
      {shell.announcement && <Announcement text={shell.announcement} />}
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="shell grid h-18 grid-cols-[1fr_minmax(0,auto)_1fr] items-center gap-2 px-2 md:grid-cols-[minmax(0,auto)_1fr_auto] md:gap-6 md:px-(--gutter) lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          <div className="flex md:hidden">
            <MobileMenu menu={shell.menu} signedIn={signedIn} />
            <SearchIcon />
          </div>
          <Wordmark siteName={shell.general.siteName} className="max-md:text-center" />
          <nav
            aria-label="Main"
            className="hidden h-full items-center justify-center gap-6 md:flex lg:gap-9"
          >
            <MenuLink to="/" label="Home" />
            <CollectionsMenu menu={shell.menu} />
            <MenuLink to="/about" label="About" />
            <MenuLink to="/contact" label="Contact" />
          </nav>
          <div className="flex items-center justify-end">
            <SearchIcon className="max-md:hidden xl:hidden" />
            <SearchBox look="line" label="Search" className="mr-4 hidden w-48 xl:block" />
            {/* Phones have it in their menu: two icons beside the wordmark is all there is room for. */}
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
      {/* Lies over the hairline until the page scrolls: this strip moves with the page, the bar does not. */}
      <div aria-hidden="true" className="relative z-30 -mt-px h-px bg-paper" />
    </>
  );
}

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

/** Where there is no room for the field: the way to the page that is one. */
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

function CartIcon({ count }: { count: number }) {
  const label = `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return (
    <Link to="/cart" aria-label={label} title="Cart" className={iconButtonClass}>
      <ShoppingBag size={21} aria-hidden="true" />
      <span
        aria-hidden="true"
        className="figures absolute top-1 right-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-forest px-1 text-[0.6875rem] leading-none font-medium text-paper"
      >
        {count > 99 ? "99+" : count}
      </span>
    </Link>
  );
}
