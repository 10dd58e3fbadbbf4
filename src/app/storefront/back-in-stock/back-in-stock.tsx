import { data, useSearchParams } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { formPageHeaders, PERSONAL } from "#app/web/form-page-headers.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { listSoldOut } from "#features/inventory/sold-out-queries.server.ts";
import { formOf } from "../pages/handle-message-form.server.ts";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/back-in-stock.ts";
import { BackInStockPage } from "./back-in-stock-page.tsx";
import { handleRestockAlertForm } from "./handle-restock-alert-form.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const [product, soldOut] = await Promise.all([
    findProduct(db, params.id),
    listSoldOut(db, params.id),
  ]);
  return data({ product, soldOut }, { status: product ? 200 : 404, headers: PERSONAL });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await formOf(request);
  const { answer, status } = await handleRestockAlertForm(
    context.get(depsContext),
    params.id,
    form,
  );
  return data(answer, { status, headers: PERSONAL });
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = matches[1].loaderData?.shell.general.siteName ?? "";
  const isThere = Boolean(loaderData?.product);
  return [
    { title: isThere ? `Tell me when it is back | ${siteName}` : "Product Not Found" },
    { name: "robots", content: "noindex" },
  ];
};

/** The way to hear when a sold-out size is there again. */
export default function BackInStock({ loaderData, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { product, soldOut } = loaderData;
  if (!product) return <ProductNotFound />;
  const color = query.get("color") ?? "";
  const asked = soldOut.filter((each) => color === "" || each.color === "" || each.color === color);
  const chosen = asked.length === 1 ? (asked[0]?.variantId ?? null) : null;
  // The colour the shopper looked at stands first.
  const ordered = [...asked, ...soldOut.filter((each) => !asked.includes(each))];
  return (
    <BackInStockPage product={product} soldOut={ordered} chosen={chosen} answer={actionData} />
  );
}
