import {
  loadProductForm,
  runProductAction,
} from "#app/admin/catalog/products/form/product-form-actions.server.ts";
import { ProductFormPage } from "#app/admin/catalog/products/form/product-form-page.tsx";
import { AdminError } from "#app/shell/admin-page.tsx";
import { sendAdminAction } from "#app/web/admin-action.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/product-new.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return loadProductForm({ deps, actor, params: url.searchParams, id: null });
}

export function action({ request, context, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return runProductAction(request, { deps, actor, params: url.searchParams, id: null });
}

/** Keeps the input when the shop is unreachable or the session ended. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendAdminAction(serverAction, request, { keepsPage: true });
}

export const meta: Route.MetaFunction = () => [
  { title: "Create New Product | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductFormPage content={loaderData} posted={actionData ?? null} />;
}
