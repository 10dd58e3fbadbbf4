import { Menu } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { IconButton, iconButtonClass } from "#ui/button.tsx";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";

type Props = { menu: readonly MenuCollection[]; signedIn: boolean };

/** The footer's page list is the menu until the script has loaded. */
export const footerPagesId = "pages";

const loadDrawer = () => import("./mobile-drawer.tsx").then((module) => module.MobileDrawer);

/** Leads to the footer until the drawer has loaded. */
export function MobileMenu({ menu, signedIn }: Props) {
  const [open, setOpen] = useState(false);
  const { part: MobileDrawer, request } = useLazyPart(loadDrawer);
  const { key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => setOpen(false), [key]);
  const icon = <Menu size={22} aria-hidden="true" />;
  if (!useHydrated()) {
    return (
      <a href={`#${footerPagesId}`} aria-label="Menu" className={iconButtonClass}>
        {icon}
      </a>
    );
  }
  const show = async () => {
    if (await request()) setOpen(true);
    else navigate({ hash: footerPagesId });
  };
  return (
    <>
      <IconButton
        label="Menu"
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        onClick={() => void show()}
      />
      {MobileDrawer && (
        <MobileDrawer open={open} onOpenChange={setOpen} menu={menu} signedIn={signedIn} />
      )}
    </>
  );
}
