import { data, redirect, useSearchParams } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { formPageHeaders, PERSONAL } from "#app/web/form-page-headers.ts";
import { newId } from "#core/ids.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { inquiryTitle } from "#features/inbox/inquiry-form-result.ts";
import { formOf } from "../pages/handle-message-form.server.ts";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/inquiry.ts";
import { handleInquiryForm } from "./handle-inquiry-form.server.ts";
import { InquiryPage } from "./inquiry-page.tsx";
import { rememberedProduct, unfinishedInquiry } from "./unfinished-inquiry.ts";

/** Every form has a key of its own, so that this page is nobody else's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const product = await findProduct(context.get(depsContext).db, params.id);
  return data(
    { product, submissionKey: newId() },
    { status: product ? 200 : 404, headers: PERSONAL },
  );
}

/** Without script: sent on to a page that may be loaded again, or shown again with every word and what is wrong. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await formOf(request);
  const { answer, status } = await handleInquiryForm(context.get(depsContext), params.id, form);
  if (answer.status === "sent")
    throw redirect(`/product/${encodeURIComponent(params.id)}/inquiry/sent`, 303);
  return data(unfinishedInquiry(answer, form), { status, headers: PERSONAL });
}

export const headers: Route.HeadersFunction = formPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteName = matches[1].loaderData?.shell.general.siteName ?? "";
  const product = loaderData?.product;
  return [
    { title: product ? `${inquiryTitle(product.name)} | ${siteName}` : "Product Not Found" },
    { name: "robots", content: "noindex" },
  ];
};

export default function Inquiry({ loaderData, actionData, params }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { product, submissionKey } = loaderData;
  const shown = product ?? (actionData && rememberedProduct(params.id, actionData));
  if (!shown) return <ProductNotFound />;
  return (
    <InquiryPage
      product={shown}
      detail={product}
      choice={{ size: query.get("size"), color: query.get("color") }}
      submissionKey={submissionKey}
      unfinished={actionData}
    />
  );
}
