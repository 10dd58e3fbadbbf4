import { Plus } from "lucide-react";
import { Link } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { isListSearched, ListSearch } from "#app/components/admin/list-search.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import { hasText } from "#core/plain-text.ts";
import { readListSearch } from "#core/submitted-text.ts";
import { hoursText } from "#features/garments/production/maker-input.ts";
import type { Maker } from "#features/garments/production/makers.server.ts";
import { listMakers } from "#features/garments/production/makers.server.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import type { Route } from "./+types/makers.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const list = await listMakers(context.get(depsContext).db, { actor });
  if (!list.ok) return refuse();
  const search = readListSearch(url.searchParams);
  const found = list.value.filter(({ name, publicName }) => hasText([name, publicName], search));
  return { makers: found, search };
}

export const meta: Route.MetaFunction = () => [
  { title: "Makers" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Makers({ loaderData }: Route.ComponentProps) {
  const { search } = loaderData;
  const working = loaderData.makers.filter(({ isArchived }) => !isArchived);
  const archived = loaderData.makers.filter(({ isArchived }) => isArchived);
  return (
    <AdminPage title="Makers" lead="Who cuts, sews and finishes, and when they work.">
      <AtelierTabs />
      <div className="mb-4 flex justify-end">
        <ButtonLink to="/admin/atelier/makers/new" size="sm">
          <Plus size={16} aria-hidden="true" />
          Add a maker
        </ButtonLink>
      </div>
      {isListSearched(loaderData.makers.length, search) && (
        <ListSearch label="Name" search={search} />
      )}
      {working.length === 0 ? (
        <EmptyState title={search ? "No maker at work matches" : "No makers yet"}>
          {search
            ? "Try a part of the name."
            : "Add who works in the atelier, to give each garment its maker."}
        </EmptyState>
      ) : (
        <MakerList label="Makers at work" makers={working} />
      )}
      {archived.length > 0 && (
        <>
          <h2 className="display mt-10 mb-2 text-xl">Archived</h2>
          <MakerList label="Archived makers" makers={archived} />
        </>
      )}
    </AdminPage>
  );
}

function MakerList({ label, makers }: { label: string; makers: readonly Maker[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {makers.map((maker) => {
        const week = maker.weekMinutes.reduce((sum, minutes) => sum + minutes, 0);
        return (
          <li
            key={maker.id}
            className="relative flex items-center gap-4 py-3 transition-colors focus-within:bg-paper hover:bg-paper"
          >
            <Thumbnail image={maker.mediaId ? { id: maker.mediaId } : null} width={48} />
            <span className="min-w-0 grow">
              <Link
                to={`/admin/atelier/makers/${maker.id}`}
                className="font-medium wrap-anywhere after:absolute after:inset-0"
              >
                {maker.name}
              </Link>
              <span className="figures block text-sm text-ink-soft">
                {hoursText(week)} hours a week · {countLabel(maker.garments, "garment")} in work
              </span>
            </span>
            {maker.isNewDawn && <Badge kind="accent">New Dawn</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
