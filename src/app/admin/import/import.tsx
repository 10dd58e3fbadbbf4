import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/import.ts";
import { handleImportForm } from "./handle-import-form.server.ts";
import { loadImport } from "./import-content.server.ts";
import { ImportPage } from "./import-page.tsx";

export function loader({ context, url }: Route.LoaderArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return loadImport({ deps, actor, params: url.searchParams });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleImportForm(request, context.get(depsContext), context.get(actorContext));
}

export const meta: Route.MetaFunction = () => [
  { title: "Import products | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Products from a CSV file. */
export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import products"
      lead="From a CSV file, in Shopify's columns. It is checked line by line before anything changes."
    >
      <ImportPage content={loaderData} refusal={actionData?.words ?? null} />
    </AdminPage>
  );
}
