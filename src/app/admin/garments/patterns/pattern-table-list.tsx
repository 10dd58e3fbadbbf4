import { Link } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { listProductPatterns } from "#features/garments/order-patterns/product-patterns.server.ts";
import { Badge } from "#ui/badge.tsx";
import { EmptyState } from "#ui/notice.tsx";
import type { Route } from "./+types/pattern-table-list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const listed = await listProductPatterns(context.get(depsContext).db, {
    actor: context.get(actorContext),
  });
  return listed.ok ? { rows: listed.value } : refuse();
}

export const meta: Route.MetaFunction = () => [
  { title: "Pattern table" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** What every product with the size Custom is drafted as. */
export default function PatternTableList({ loaderData }: Route.ComponentProps) {
  const { rows } = loaderData;
  return (
    <AdminPage
      title="Pattern table"
      lead="What each product in the size Custom is drafted as. Open one to choose its patterns, its ease and its options."
    >
      <AtelierTabs />
      {rows.length === 0 ? (
        <EmptyState title="No product has the size Custom">
          Give a product the size Custom, and it appears here.
        </EmptyState>
      ) : (
        <ul aria-label="Products" className="divide-y divide-line border-y border-line">
          {rows.map((row) => (
            <li key={row.productId}>
              <Link
                to={`/admin/atelier/pattern-table/${row.productId}`}
                className="grid gap-x-8 gap-y-1 py-3 hover:bg-paper md:grid-cols-3"
              >
                <span>
                  <span className="block font-medium wrap-anywhere">{row.name}</span>
                  <span className="text-sm text-ink-quiet">
                    {garmentTypeName(row.garmentType).name}
                  </span>
                </span>
                <span className="self-center text-sm text-ink-soft">
                  {row.titles.join(" and ")}
                  {!row.isOwn && <span className="block text-ink-quiet">By garment type</span>}
                </span>
                <span className="self-center">
                  {row.isByHand && <Badge kind="neutral">By hand</Badge>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
