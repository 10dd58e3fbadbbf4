import { Link } from "react-router";
import { SearchBox } from "#app/components/search/search-box.tsx";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { Drawer } from "#ui/dialog.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { SignOutForm } from "./main-content.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  menu: readonly MenuCollection[];
  signedIn: boolean;
};

const wide = "display flex min-h-13 items-center text-xl transition-colors hover:text-demerara";

export function MobileDrawer({ open, onOpenChange, menu, signedIn }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} side="left" title="Menu">
      <SearchBox look="line" label="Search the shop" className="mb-4" />
      <nav aria-label="Main">
        <Link to="/" className={wide} onClick={close}>
          Home
        </Link>
        <h3 className="eyebrow mt-5 border-t border-line pt-5">Collections</h3>
        <ul className="mt-2 mb-5 border-b border-line pb-4">
          {menu.map(({ name, path, image }) => (
            <li key={path}>
              <Link to={path} className="flex min-h-11 items-center gap-4 py-1.5" onClick={close}>
                {image && <Thumbnail image={image} width={48} />}
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <Link to="/made-to-measure" className={wide} onClick={close}>
          Made to Measure
        </Link>
        <Link to="/about" className={wide} onClick={close}>
          About
        </Link>
        <Link to="/contact" className={wide} onClick={close}>
          Contact
        </Link>
        <Link to="/wishlist" className={wide} onClick={close}>
          Wishlist
        </Link>
        {signedIn && (
          <SignOutForm className="mt-5 border-t border-line pt-3">
            <button type="submit" className="flex min-h-11 w-full items-center" onClick={close}>
              Sign Out
            </button>
          </SignOutForm>
        )}
      </nav>
    </Drawer>
  );
}
