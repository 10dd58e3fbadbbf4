import type { ReactNode } from "react";
import { useOutletContext } from "react-router";
import type { SiteShell } from "#features/settings/site-shell.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

/** The collection whose picture of folded cloth stands beside the forms. */
const PICTURED = "/collections/casual-luxury";

type Props = { eyebrow: string; title: string; lead?: ReactNode; children: ReactNode };

/** A page of the way in: the form on paper, and beside it, where there is room, folded cloth. */
export function AuthPage({ eyebrow, title, lead, children }: Props) {
  const { menu } = useOutletContext<SiteShell>();
  const image = menu.find(({ path }) => path === PICTURED)?.image;
  return (
    <div className="shell grid gap-x-16 lg:grid-cols-12">
      <div className="mx-auto w-full max-w-108 py-12 md:py-20 lg:col-span-5 lg:col-start-7 lg:row-start-1 lg:mx-0 lg:py-24 xl:col-span-4 xl:col-start-8">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="display mt-3 text-4xl">{title}</h1>
        {lead && <p className="mt-4 text-ink-soft">{lead}</p>}
        <div className="mt-9">{children}</div>
      </div>
      {image && (
        <div className="hidden overflow-hidden bg-cloth lg:col-span-6 lg:col-start-1 lg:sticky lg:top-24 lg:row-start-1 lg:my-12 lg:block lg:aspect-4/5 lg:self-start">
          <ResponsiveImage
            id={image.id}
            alt=""
            sizes="(min-width: 64rem) 45vw, 1px"
            width={800}
            height={1000}
            focal={{ x: image.focalX, y: image.focalY }}
            className="absolute inset-0 size-full object-cover"
          />
        </div>
      )}
    </div>
  );
}
