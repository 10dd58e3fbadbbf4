import { data, isRouteErrorResponse } from "react-router";
import { AdminError } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/product-edit.ts";
import { handleProductForm } from "./form/handle-product-form.server.ts";
import { loadProductForm } from "./form/product-form-content.server.ts";
import { ProductFormPage, ProductNotThere } from "./form/product-form-page.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  const asked = { deps, actor, params: url.searchParams, id: params.id };
  const content = await loadProductForm(asked);
  if (content === "not_found") throw data(null, { status: 404 });
  return content;
}

/** Takes the form from browsers without script. */
export function action({ request, context, params, url }: Route.ActionArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return handleProductForm(request, { deps, actor, params: url.searchParams, id: params.id });
}

export const meta: Route.MetaFunction = () => [
  { title: "Edit Product | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ProductNotThere />;
  return <AdminError error={error} />;
}

/** The form of a product (specification 2). */
export default function EditProduct({ loaderData, actionData, params }: Route.ComponentProps) {
  return <ProductFormPage key={params.id} content={loaderData} answer={actionData ?? null} />;
}
