import { Link } from "react-router";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { CollectionLink } from "./collection-link.tsx";

type Props = { id: string; menu: readonly MenuCollection[] };

export function CollectionsPanel({ id, menu }: Props) {
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
