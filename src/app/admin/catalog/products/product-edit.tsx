import { isRouteErrorResponse } from "react-router";
import {
  loadProductForm,
  runProductAction,
} from "#app/admin/catalog/products/form/product-form-actions.server.ts";
import {
  ProductFormPage,
  ProductNotThere,
} from "#app/admin/catalog/products/form/product-form-page.tsx";
import { AdminError } from "#app/shell/admin-page.tsx";
import { sendAdminAction } from "#app/web/admin-action.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/product-edit.ts";

export function loader({ context, params, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return loadProductForm({ deps, actor, params: url.searchParams, id: params.id });
}

export function action({ request, context, params, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return runProductAction(request, { deps, actor, params: url.searchParams, id: params.id });
}

/** Keeps the input when the shop is unreachable or the session ended. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendAdminAction(serverAction, request, { keepsPage: true });
}

export const meta: Route.MetaFunction = () => [
  { title: "Edit Product | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotThere />;
  return <AdminError error={error} />;
}

export default function EditProduct({ loaderData, actionData, params }: Route.ComponentProps) {
  return <ProductFormPage key={params.id} content={loaderData} posted={actionData ?? null} />;
}
