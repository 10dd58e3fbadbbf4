import { Link } from "react-router";
import { CollectionLink } from "#app/shell/collection-link.tsx";
import type { MenuCollection } from "#features/settings/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";

type Props = { text: string; offers: readonly string[]; menu: readonly MenuCollection[] };

/** Nothing for this search: words that come close, the collections and the shop. */
export function NothingFound({ text, offers, menu }: Props) {
  return (
    <>
      <h2 className="display text-2xl text-balance wrap-anywhere">Nothing found for “{text}”</h2>
      {offers.length > 0 ? (
        <p className="mt-3 text-ink-soft">
          Did you mean{" "}
          {offers.map((offer, place) => (
            <span key={offer}>
              {place > 0 && (place === offers.length - 1 ? " or " : ", ")}
              <Link to={`/search?${new URLSearchParams({ q: offer })}`} className="link py-2">
                {offer}
              </Link>
            </span>
          ))}
          ?
        </p>
      ) : (
        <p className="mt-3 max-w-prose text-ink-soft">
          Try a garment, a cloth or a colour: linen shirt, velvet, navy.
        </p>
      )}
      <div className="mt-14">
        <WhereToLook title="Or look here" menu={menu} />
      </div>
    </>
  );
}

/** The collections and the whole shop, for whoever has no word for it. */
export function WhereToLook({ title, menu }: { title: string; menu: readonly MenuCollection[] }) {
  return (
    <section aria-labelledby="look-here">
      <h2 id="look-here" className="eyebrow border-b border-line pb-3">
        {title}
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {menu.map((collection) => (
          <li key={collection.path}>
            <CollectionLink collection={collection} />
          </li>
        ))}
      </ul>
      <ButtonLink to="/shop" variant="secondary" className="mt-8">
        Browse Shop
      </ButtonLink>
    </section>
  );
}
