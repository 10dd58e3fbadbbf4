import type { ReactNode } from "react";
import type { MetaDescriptor } from "react-router";
import { useOutletContext } from "react-router";
import type { ShopName } from "#app/web/page-meta.ts";
import { fullTitle } from "#app/web/page-meta.ts";
import type { SiteShell } from "#features/catalog/site-shell/site-shell.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

/** Its image is beside the forms. */
const PICTURED = "/collections/casual-luxury";

type Props = { eyebrow: string; title: string; lead?: ReactNode; children: ReactNode };

/** Shows an image on wide screens. */
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

type DeadLinkProps = { text: string; to: string; label: string };

/** For an emailed link that no longer works. */
export function DeadLink({ text, to, label }: DeadLinkProps) {
  return (
    <AuthPage eyebrow="Your account" title="This link does not work any more" lead={text}>
      <ButtonLink to={to} size="lg">
        {label}
      </ButtonLink>
    </AuthPage>
  );
}

type Matches = readonly [unknown, { loaderData?: { shell: ShopName } | undefined }, ...unknown[]];

/** No referrer, because the URL may contain an emailed secret. */
export function authMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [
    { title: fullTitle(title, matches[1].loaderData?.shell) },
    { name: "robots", content: "noindex" },
    { name: "referrer", content: "same-origin" },
  ];
}
