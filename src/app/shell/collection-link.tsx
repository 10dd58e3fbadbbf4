import { Link } from "react-router";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

export function CollectionLink({ collection }: { collection: MenuCollection }) {
  const { name, description, path, image } = collection;
  return (
    <Link to={path} className="group flex items-center gap-5 py-2">
      {image && <Thumbnail image={image} width={80} nears />}
      <span>
        <span className="display block text-lg leading-tight transition-colors group-hover:text-demerara">
          {name}
        </span>
        <span className="mt-1 block text-sm text-ink-quiet">{description}</span>
      </span>
    </Link>
  );
}
