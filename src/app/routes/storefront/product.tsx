import { data } from "react-router";
import { depsContext } from "#app/context.ts";
import { deliveryWords } from "#app/product/delivery-words.ts";
import { productMeta } from "#app/product/product-meta.ts";
import { ProductNotFound } from "#app/product/product-not-found.tsx";
import { ProductPage } from "#app/product/product-page.tsx";
import { loaderHeadersOnly, publicPage } from "#app/storefront/public-page.ts";
import { findProduct } from "#features/catalog/catalog-queries.server.ts";
import { getShippingSettings } from "#features/settings/site-settings-queries.server.ts";
import type { Route } from "./+types/product.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  const [product, shipping] = await Promise.all([
    findProduct(db, params.id),
    getShippingSettings(db),
  ]);
  if (!product) return data(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return publicPage({ product, delivery: deliveryWords(shipping), publicUrl });
}

export const headers = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: "Product Not Found" }, { name: "robots", content: "noindex" }];
  const siteName = matches[1].loaderData?.shell.general.siteName ?? "";
  return productMeta({ ...loaderData, siteName });
};

export default function Product({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ProductNotFound />;
  const { product, delivery } = loaderData;
  return <ProductPage key={product.id} product={product} delivery={delivery} />;
}
