import { useEffect, useRef } from "react";
import { data, useNavigationType } from "react-router";
import { loaderHeadersOnly, PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import { INQUIRY_MESSAGES } from "#features/office/inbox/inquiry-form.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/inquiry-sent.ts";

/** Reloading this page sends nothing. */
function InquirySent({ product }: { product: { id: string; name: string } | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useNavigationType();
  // The form's focused button is gone. After a full load the browser's focus stays.
  useEffect(() => {
    if (arrivedBy !== "POP") heading.current?.focus();
  }, [arrivedBy]);
  return (
    <div className="shell flex min-h-[70svh] flex-col justify-center py-20">
      <p className="eyebrow">Guyana Sales</p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="display mt-5 max-w-[18ch] text-4xl outline-none wrap-anywhere"
      >
        {INQUIRY_MESSAGES.sentTitle}
      </h1>
      <p className="mt-5 max-w-[52ch] text-lg text-ink-soft">{INQUIRY_MESSAGES.sentText}</p>
      <div className="mt-10 flex flex-col gap-3 sm:flex-row">
        {product && (
          <ButtonLink to={`/product/${product.id}`} size="lg">
            Back to {product.name}
          </ButtonLink>
        )}
        <ButtonLink to="/shop" variant={product ? "secondary" : "primary"} size="lg">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}

/** The inquiry was sent even if the product has been deleted since. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const product = await findProduct(context.get(depsContext).db, params.id);
  return data(product && { id: product.id, name: product.name }, { headers: PRIVATE });
}

export const headers: Route.HeadersFunction = loaderHeadersOnly;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your inquiry | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function InquirySentPage({ loaderData }: Route.ComponentProps) {
  return <InquirySent product={loaderData} />;
}
