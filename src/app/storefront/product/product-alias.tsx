import { data } from "react-router";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/product-alias.ts";
import { leadToProduct } from "./canonical-product.server.ts";
import { ProductNotFound } from "./product-not-found.tsx";

/** Redirects URLs such as `/products/{slug}` and `/product/{id}/{slug}` to the canonical one. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  await leadToProduct(context.get(depsContext), { url, name: params.id });
  return data(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}

export const meta: Route.MetaFunction = () => [
  { title: "Product Not Found" },
  { name: "robots", content: "noindex" },
];

export default function ProductAlias() {
  return <ProductNotFound />;
}
