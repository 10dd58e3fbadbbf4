import { Fragment } from "react";
import { data } from "react-router";
import { describeProduct } from "#app/seo/describe-product.server.ts";
import { depsContext } from "#app/web/context.ts";
import { pageMeta } from "#app/web/page-meta.ts";
import { loaderHeadersOnly, publicPage } from "#app/web/public-page.ts";
import { findProductWithSkus } from "#features/catalog/listing/catalog-queries.server.ts";
import { getShippingSettings } from "#features/settings/site-settings-queries.server.ts";
import { printLink } from "../pages/print-link.ts";
import type { Route } from "./+types/product.ts";
import { BesideProduct } from "./beside-product.tsx";
import { leadToProduct } from "./canonical-product.server.ts";
import { deliveryMessages } from "./delivery-messages.ts";
import { preloadFirstImage } from "./preload-first-image.ts";
import { ProductNotFound } from "./product-not-found.tsx";
import { ProductPage } from "./product-page.tsx";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(depsContext);
  await leadToProduct({ db }, { url, name: params.id });
  const [found, shipping] = await Promise.all([
    findProductWithSkus(db, params.id),
    getShippingSettings(db),
  ]);
  if (!found) return data(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  const head = describeProduct(context, { publicUrl, ...found, shipping });
  return publicPage({ product: found.product, delivery: deliveryMessages(shipping), head });
}

export const headers = loaderHeadersOnly;

export const links: Route.LinksFunction = () => [printLink];

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: "Product Not Found" }, { name: "robots", content: "noindex" }];
  return [...pageMeta({ loaderData, matches }), ...preloadFirstImage(loaderData.product)];
};

export default function Product({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ProductNotFound />;
  const { product, delivery, head } = loaderData;
  return (
    <Fragment key={product.id}>
      <ProductPage product={product} delivery={delivery} address={head.canonical ?? ""} />
      <BesideProduct product={product} />
    </Fragment>
  );
}
