import { data } from "react-router";
import { AdminError } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/product-new.ts";
import { handleProductForm } from "./form/handle-product-form.server.ts";
import { loadProductForm } from "./form/product-form-content.server.ts";
import { ProductFormPage } from "./form/product-form-page.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  const content = await loadProductForm({ deps, actor, params: url.searchParams, id: null });
  if (content === "not_found") throw data(null, { status: 404 });
  return content;
}

/** Takes the form from browsers without script. */
export function action({ request, context, url }: Route.ActionArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return handleProductForm(request, { deps, actor, params: url.searchParams, id: null });
}

export const meta: Route.MetaFunction = () => [
  { title: "Create New Product | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** The form of a new product (specification 2). */
export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductFormPage content={loaderData} answer={actionData ?? null} />;
}
