import { data } from "react-router";
import { depsContext } from "#app/web/context.ts";
import { PERSONAL } from "#app/web/form-page-headers.ts";
import { loaderHeadersOnly } from "#app/web/public-page.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Route } from "./+types/inquiry-sent.ts";
import { InquirySent } from "./inquiry-confirmation.tsx";

/** The piece may be gone by now: the inquiry was sent all the same. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const product = await findProduct(context.get(depsContext).db, params.id);
  return data(product && { id: product.id, name: product.name }, { headers: PERSONAL });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your inquiry | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function InquirySentPage({ loaderData }: Route.ComponentProps) {
  return <InquirySent product={loaderData} />;
}
