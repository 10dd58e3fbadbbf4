import { AdminError, AdminPage } from "#app/admin/admin-page.tsx";
import { answerImport } from "#app/admin/import/answer-import.server.ts";
import { loadImport } from "#app/admin/import/import-content.server.ts";
import { ImportPage } from "#app/admin/import/import-page.tsx";
import { actorContext, depsContext } from "#app/context.ts";
import type { Route } from "./+types/import.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return loadImport({ deps, actor, params: url.searchParams });
}

export function action({ request, context }: Route.ActionArgs) {
  return answerImport(request, context.get(depsContext), context.get(actorContext));
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
