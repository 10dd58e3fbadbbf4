import { Plus } from "lucide-react";
import { Link } from "react-router";
import { isListSearched, ListSearch } from "#app/components/admin/list-search.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import { formatMetres } from "#core/metres.ts";
import { readListSearch } from "#core/submitted-text.ts";
import { clothLevel } from "#features/garments/cloth/cloth.ts";
import type { Cloth } from "#features/garments/cloth/cloth-queries.server.ts";
import { listCloths } from "#features/garments/cloth/cloth-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import type { Route } from "./+types/cloths.ts";
import { AtelierTabs, ClothLevelBadge } from "./atelier-nav.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const search = readListSearch(url.searchParams);
  const list = await listCloths(context.get(depsContext).db, { actor, search });
  return list.ok ? { cloths: list.value, search } : refuse();
}

export const meta: Route.MetaFunction = () => [
  { title: "Cloth" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Cloths({ loaderData }: Route.ComponentProps) {
  const { search } = loaderData;
  const current = loaderData.cloths.filter(({ isArchived }) => !isArchived);
  const archived = loaderData.cloths.filter(({ isArchived }) => isArchived);
  return (
    <AdminPage
      title="Cloth"
      lead="In stock by the metre. An option made from a cloth is offered while enough is left for one garment."
    >
      <AtelierTabs />
      <div className="mb-4 flex justify-end">
        <ButtonLink to="/admin/atelier/cloth/new" size="sm">
          <Plus size={16} aria-hidden="true" />
          Add cloth
        </ButtonLink>
      </div>
      {isListSearched(loaderData.cloths.length, search) && (
        <ListSearch label="Name or composition" search={search} />
      )}
      {current.length === 0 ? (
        <EmptyState title={search ? "No cloth in use matches" : "No cloth yet"}>
          {search
            ? "Try a part of its name or of what it is made of."
            : "Add one to count its metres and to offer it in the options of a garment."}
        </EmptyState>
      ) : (
        <ClothList label="Cloth in use" cloths={current} />
      )}
      {archived.length > 0 && (
        <>
          <h2 className="display mt-10 mb-2 text-xl">Archived</h2>
          <ClothList label="Archived cloth" cloths={archived} />
        </>
      )}
    </AdminPage>
  );
}

function ClothList({ label, cloths }: { label: string; cloths: readonly Cloth[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {cloths.map((cloth) => (
        <li
          key={cloth.id}
          className="relative flex items-center gap-4 py-3 transition-colors focus-within:bg-paper hover:bg-paper"
        >
          {cloth.mediaId || cloth.colorHex === "" ? (
            <Thumbnail image={cloth.mediaId ? { id: cloth.mediaId } : null} width={48} />
          ) : (
            <span
              data-color={cloth.colorHex}
              style={{ backgroundColor: cloth.colorHex }}
              className="size-12 shrink-0 forced-color-adjust-none"
            />
          )}
          <span className="min-w-0 grow">
            <Link
              to={`/admin/atelier/cloth/${cloth.id}`}
              className="font-medium wrap-anywhere after:absolute after:inset-0"
            >
              {cloth.name}
            </Link>
            <span className="block text-sm wrap-anywhere text-ink-soft">
              {[cloth.composition, cloth.widthMm && `${cloth.widthMm / 10} cm wide`]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="block text-sm text-ink-quiet">
              {cloth.choices === 0 ? "In no option" : `In ${countLabel(cloth.choices, "option")}`}
            </span>
          </span>
          <span className="shrink-0 text-right">
            <span className="figures block text-lg font-medium whitespace-nowrap">
              {formatMetres(cloth.lengthMm)}
            </span>
            {cloth.committedMm > 0 && (
              <span className="figures block text-sm whitespace-nowrap text-ink-soft">
                {formatMetres(cloth.committedMm)} for orders
              </span>
            )}
            {cloth.isArchived ? (
              <Badge kind="neutral">Archived</Badge>
            ) : (
              <ClothLevelBadge level={clothLevel(cloth)} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
