import { getFormProps } from "@conform-to/react";
import { ArrowLeft } from "lucide-react";
import { use, useEffect, useRef } from "react";
import { data, Form, Link, useNavigation, useSearchParams } from "react-router";
import { TrapField, textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { formPageHeaders, PRIVATE } from "#app/web/cache-headers.ts";
import { depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm } from "#app/web/submit-form.ts";
import { mailRouteOf, promisedEmailText } from "#features/base/mail/outbox.ts";
import type { SoldOut } from "#features/catalog/inventory/restock-alerts.server.ts";
import { listSoldOut } from "#features/catalog/inventory/restock-alerts.server.ts";
import { findProduct } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, FieldError, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProductNotFound } from "../product/product-not-found.tsx";
import type { Route } from "./+types/back-in-stock.ts";
import type { RestockAlertFormResult } from "./back-in-stock-form.server.ts";
import { handleRestockAlertForm } from "./back-in-stock-form.server.ts";

const RESTOCK_ALERT_FAILED = "We could not save your request. Please try again in a minute.";

type Props = {
  product: ProductDetail;
  soldOut: readonly SoldOut[];
  /** Comes from the URL. */
  chosen: string | null;
  result: RestockAlertFormResult | undefined;
};

function BackInStockPage({ product, soldOut, chosen, result }: Props) {
  const path = `/product/${product.id}`;
  return (
    <div className="shell max-w-176 pt-6 pb-24 md:pt-10">
      <Link
        to={path}
        className="-my-2 inline-flex items-center gap-2 py-2 text-sm text-ink-quiet transition-colors hover:text-demerara"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to {product.name}
      </Link>
      <p className="eyebrow mt-8">{product.name}</p>
      {result?.status === "success" ? (
        <Subscribed path={path} />
      ) : soldOut.length === 0 ? (
        <NothingSoldOut path={path} name={product.name} />
      ) : (
        <SubscribeForm soldOut={soldOut} chosen={chosen} result={result} />
      )}
    </div>
  );
}

const title = "display mt-3 text-title wrap-anywhere outline-none";

function Subscribed({ path }: { path: string }) {
  const mailRoute = use(MailRouteContext);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form's focused button is gone, so the heading receives the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={title}>
        We will tell you
      </h1>
      <p className="mt-5 mb-10 max-w-[52ch] text-lg text-ink-soft">
        {promisedEmailText(
          {
            promised:
              "As soon as it is back, we write to you once. We use the address for nothing else.",
            instead:
              "This shop sends no emails yet. If that changes before it is back, we write to you once. We use the address for nothing else.",
          },
          mailRoute,
        )}
      </p>
      <ButtonLink to={path} size="lg">
        Back to the piece
      </ButtonLink>
    </>
  );
}

function NothingSoldOut({ path, name }: { path: string; name: string }) {
  return (
    <>
      <h1 className={title}>Nothing to wait for</h1>
      <p className="mt-5 mb-10 max-w-[52ch] text-lg text-ink-soft">
        What there is of {name} can be ordered right now, on its own page.
      </p>
      <ButtonLink to={path} size="lg">
        See it in the shop
      </ButtonLink>
    </>
  );
}

type FormProps = Pick<Props, "soldOut" | "chosen" | "result">;

function SubscribeForm({ soldOut, chosen, result }: FormProps) {
  const mailRoute = use(MailRouteContext);
  const { state } = useNavigation();
  const only = soldOut.length === 1 ? soldOut[0]?.variantId : undefined;
  const { form, fields, errorOf } = useServerForm<{ variantId: string; email: string }>({
    id: "restock-alert-form",
    lastResult: result,
    defaultValue: { variantId: chosen ?? only },
    skipsNativeChecks: true,
  });
  return (
    <>
      <h1 className={title}>Tell me when it is back</h1>
      <p className="mt-5 mb-8 max-w-[52ch] text-ink-soft">
        {promisedEmailText(
          {
            promised:
              "Choose your size and leave your email. We write to you once, when it can be ordered again.",
            instead:
              "Choose your size and leave your email. This shop sends no emails yet; if that changes in time, we write to you once, when it can be ordered again.",
          },
          mailRoute,
        )}
      </p>
      {form.errors && (
        <Notice kind={result?.isAvailable ? "info" : "error"} live className="mb-6">
          {form.errors}
        </Notice>
      )}
      <Form method="post" {...getFormProps(form)} className="space-y-7">
        <TrapField />
        <SizeChoice
          soldOut={soldOut}
          first={fields.variantId.initialValue}
          error={errorOf(fields.variantId)}
        />
        <Field label="Email" error={errorOf(fields.email)} className="max-w-104">
          <Input
            {...textProps(fields.email)}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
        </Field>
        <Button type="submit" size="lg" busy={state === "submitting"}>
          Tell me
        </Button>
      </Form>
    </>
  );
}

type ChoiceProps = {
  soldOut: readonly SoldOut[];
  first: string | undefined;
  error: string | undefined;
};

function SizeChoice({ soldOut, first, error }: ChoiceProps) {
  return (
    <fieldset aria-describedby={error ? "size-error" : undefined}>
      <legend className="mb-3 text-sm font-medium">Size</legend>
      <div className="flex flex-wrap gap-2">
        {soldOut.map(({ variantId, size, colorName }) => (
          <label key={variantId}>
            <input
              type="radio"
              name="variantId"
              value={variantId}
              defaultChecked={variantId === first}
              className="peer sr-only"
            />
            <span className="flex min-h-12 min-w-12 cursor-pointer items-center justify-center rounded-hair border border-line bg-paper px-4 text-sm transition-colors peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara hover:border-ink">
              {[size, colorName].filter(Boolean).join(", ")}
            </span>
          </label>
        ))}
      </div>
      <FieldError id="size-error" error={error} />
    </fieldset>
  );
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, env } = context.get(depsContext);
  const [product, soldOut] = await Promise.all([
    findProduct(db, params.id),
    listSoldOut(db, params.id),
  ]);
  const shown = { product, soldOut, mailRoute: mailRouteOf(env) };
  return data(shown, { status: product ? 200 : 404, headers: PRIVATE });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFlatFormData(request);
  const { result, status } = await handleRestockAlertForm(context.get(depsContext), {
    productId: params.id,
    form,
    network: senderNetwork(request),
  });
  return data(result, { status, headers: PRIVATE });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, RESTOCK_ALERT_FAILED);
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

export default function BackInStock({ loaderData, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { mailRoute, product, soldOut } = loaderData;
  if (!product) return <ProductNotFound />;
  const color = query.get("color") ?? "";
  const matching = soldOut.filter(
    (each) => color === "" || each.color === "" || each.color === color,
  );
  const chosen = matching.length === 1 ? (matching[0]?.variantId ?? null) : null;
  // The color in the URL comes first.
  const ordered = [...matching, ...soldOut.filter((each) => !matching.includes(each))];
  return (
    <MailRouteContext value={mailRoute}>
      <BackInStockPage product={product} soldOut={ordered} chosen={chosen} result={actionData} />
    </MailRouteContext>
  );
}
