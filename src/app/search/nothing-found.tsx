import { Link } from "react-router";
import type { MenuCollection } from "#features/settings/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";

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
        {menu.map(({ name, description, path, image }) => (
          <li key={path}>
            <Link to={path} className="group flex items-center gap-5 py-2">
              <span className="block h-25 w-20 shrink-0 bg-cloth">
                {image && (
                  <Picture
                    id={image.id}
                    alt=""
                    sizes="80px"
                    width={80}
                    height={100}
                    widths={[160, 320]}
                    focal={{ x: image.focalX, y: image.focalY }}
                    className="size-full object-cover"
                  />
                )}
              </span>
              <span>
                <span className="display block text-lg leading-tight transition-colors group-hover:text-demerara">
                  {name}
                </span>
                <span className="mt-1 block text-sm text-ink-quiet">{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to="/shop" variant="secondary" className="mt-8">
        Browse Shop
      </ButtonLink>
    </section>
  );
}
