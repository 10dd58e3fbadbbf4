import { ArrowLeft } from "lucide-react";
import { data, Link, replace, useSearchParams } from "react-router";
import { z } from "zod";
import { ProductPrice } from "#app/components/product/product-price.tsx";
import { formPageHeaders, PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { isSent, readFields } from "#app/web/form-fields.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { newId } from "#core/ids.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { imagesOfColor } from "#features/catalog/products/product.ts";
import { findInquiredFit } from "#features/office/inbox/inquired-fit.server.ts";
import type { InquiryProduct, PageChoice } from "#features/office/inbox/inquiry-form.ts";
import {
  blankInquiry,
  INQUIRY_MESSAGES,
  inquiryTitle,
  KEY_FIELD,
} from "#features/office/inbox/inquiry-form.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/inquiry.ts";
import type { SpecifiedFit } from "./inquiry-fields.tsx";
import type { InquiryFormResult } from "./inquiry-form.server.ts";
import { handleInquiryForm } from "./inquiry-form.server.ts";
import {
  DIALOG_FIELD,
  InquiryForm,
  InquiryRejection,
  InquiryTitle,
  unsentInquiry,
  useInquiryFetcher,
} from "./inquiry-form.tsx";
import { inquiryPath } from "./inquiry-url.ts";

/** Empty when the field was not submitted. */
function submittedText(result: InquiryFormResult | undefined, field: string): string {
  const value = result?.initialValue?.[field];
  return typeof value === "string" ? value : "";
}

/** Uses the form's name for a deleted product. */
function submittedProduct(id: string, result: InquiryFormResult): InquiryProduct {
  const size = submittedText(result, "size");
  const sizes = size === "" ? [] : [size];
  return {
    id,
    name: submittedText(result, "productName") || "a piece",
    inStock: true,
    sizes,
    variants: sizes.map((each) => ({ size: each, color: "", stockCount: null })),
    colors: [],
  };
}

type Props = {
  product: InquiryProduct;
  /** Null when the product is gone. */
  detail: ProductDetail | null;
  choice: PageChoice;
  /** Null unless it is made to measure. */
  specified: SpecifiedFit | null;
  submissionKey: string;
  actionResult: InquiryFormResult | undefined;
};

/** Replaces the Guyana Sales dialog without JavaScript and on weak networks. */
function InquiryPage(props: Props) {
  const { product, detail, choice, specified, submissionKey, actionResult } = props;
  const productPath = detail ? `/product/${product.id}` : "/shop";
  const own = specified && { specification: specified.specification };
  const path = own
    ? inquiryPath(product.id, { ...choice, ...own })
    : `/product/${product.id}/inquiry`;
  const { fetcher, isBusy, dismissFailure } = useInquiryFetcher();
  const shown = detail && { ...detail, images: imagesOfColor(detail.images, choice.color || null) };
  return (
    <div className="shell grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 pt-6 pb-20 md:grid-cols-12 md:pt-10 md:pb-32">
      <div className="md:col-span-7 lg:col-span-6">
        <Link
          to={productPath}
          className="-my-2 inline-flex items-center gap-2 py-2 text-sm text-ink-quiet transition-colors hover:text-demerara"
        >
          <ArrowLeft size={16} aria-hidden="true" />
          {detail ? `Back to ${product.name}` : "Back to the shop"}
        </Link>
        <p className="eyebrow mt-8">Guyana Sales</p>
        <h1 className="display mt-3 text-title wrap-anywhere">
          <InquiryTitle productName={product.name} />
        </h1>
        <div className="mt-5 mb-10 flex items-center gap-4">
          {shown && <ProductImage product={shown} sizes="80px" className="w-20 md:hidden" />}
          <p className="max-w-[52ch] text-ink-soft">{INQUIRY_MESSAGES.promise}</p>
        </div>
        <InquiryForm
          id="inquiry-form"
          path={path}
          product={product}
          start={blankInquiry(choice)}
          specified={specified}
          submissionKey={submittedText(actionResult, KEY_FIELD) || submissionKey}
          fetcher={fetcher}
          actionResult={actionResult}
          onSubmit={dismissFailure}
          // A full load opens at the form's head; otherwise the reader is at the button.
          head={!fetcher.data && <InquiryRejection result={actionResult} />}
        >
          {!isBusy && <InquiryRejection result={fetcher.data} />}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              size="lg"
              busy={isBusy}
              busyLabel="Submitting..."
              className="grow sm:grow-0"
            >
              Submit Inquiry
            </Button>
            <ButtonLink to={productPath} variant="secondary" size="lg">
              Cancel
            </ButtonLink>
          </div>
        </InquiryForm>
      </div>
      {shown && <ProductAside product={shown} />}
    </div>
  );
}

function ProductAside({ product }: { product: ProductDetail }) {
  return (
    <aside
      aria-label="The piece you ask about"
      className="sticky top-28 hidden self-start md:col-span-5 md:col-start-8 md:block"
    >
      <ProductImage product={product} sizes="(min-width: 1400px) 500px, 38vw" />
      <div className="mt-3 flex justify-between gap-4">
        <p>{product.name}</p>
        <ProductPrice product={product} />
      </div>
    </aside>
  );
}

type ImageProps = { product: ProductDetail; sizes: string; className?: string };

function ProductImage({ product, sizes, className }: ImageProps) {
  const [image] = product.images;
  if (!image) return null;
  const { id, alt, width, height, focalX, focalY } = image;
  return (
    <div className={classNames("aspect-4/5 shrink-0 bg-cloth", className)}>
      <ResponsiveImage
        id={id}
        alt={alt}
        sizes={sizes}
        width={width}
        height={height}
        className="size-full object-cover"
        focal={{ x: focalX, y: focalY }}
      />
    </div>
  );
}

/** Every form has its own key, so the page is never shared. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const product = await findProduct(deps.db, params.id);
  const [specification, color] = ["specification", "color"].map((name) =>
    url.searchParams.get(name),
  );
  const fit =
    product &&
    (await findInquiredFit(deps.db, {
      actor: await findActor(deps, request),
      product,
      specification: specification ?? null,
      color: color ?? null,
    }));
  return data(
    {
      product,
      specified: fit && specification ? { ...fit, specification } : null,
      submissionKey: newId(),
    },
    { status: product ? 200 : 404, headers: PRIVATE },
  );
}

/** The dialog stays on its page; the page's form continues to a reloadable page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFlatFormData(request);
  const { [DIALOG_FIELD]: isDialog } = readFields(form, z.object({ [DIALOG_FIELD]: isSent }));
  const deps = context.get(depsContext);
  const { result, status } = await handleInquiryForm(deps, {
    actor: await findActor(deps, request),
    productId: params.id,
    form,
    network: senderNetwork(request),
  });
  if (result.status === "success" && !isDialog) {
    throw replace(`/product/${encodeURIComponent(params.id)}/inquiry/sent`, 303);
  }
  return data(result, { status, headers: PRIVATE });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, unsentInquiry());
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
  const { product, specified, submissionKey } = loaderData;
  const shown = product ?? (actionData && submittedProduct(params.id, actionData));
  if (!shown) return <ProductNotFound />;
  return (
    <InquiryPage
      product={shown}
      detail={product}
      choice={{ size: query.get("size"), color: query.get("color") }}
      specified={specified}
      submissionKey={submissionKey}
      actionResult={actionData}
    />
  );
}
