import { getFormProps, useForm } from "@conform-to/react";
import { Form, Link } from "react-router";
import { countryOptions } from "#app/components/address/country-options.ts";
import { CartNotes, EmptyCart } from "#app/components/cart/cart-lines.tsx";
import {
  chosenDayOf,
  makingDays,
  readLineStocks,
  readyOf,
} from "#app/components/cart/cart-stock.ts";
import { LineImage } from "#app/components/cart/line-image.tsx";
import {
  handleSimpleCartForm,
  readSimpleCart,
  simpleCartPage,
} from "#app/components/cart/simple-cart.server.ts";
import { needByPath } from "#app/components/delivery/need-by-url.ts";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { swatchImageOf } from "#app/components/orders/cloth-swatch.tsx";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import { fitPagePath } from "#app/components/product/product-url.ts";
import { depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { countryName, reaches } from "#core/delivery-address.ts";
import { methodMessage } from "#core/delivery-promise.ts";
import { newId } from "#core/ids.ts";
import { formatMoney } from "#core/money-amount.ts";
import { HOME_COUNTRY } from "#features/base/settings/business-facts.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import {
  availableShippingMethods,
  termsWithMaking,
  toDeliveryTerms,
} from "#features/base/settings/shipping-methods.ts";
import { CUSTOM_SIZE, sizePhrase } from "#features/catalog/products/product.ts";
import { colorBeside, fitLabels, lineName } from "#features/orders/order/line-description.ts";
import { swatchOf } from "#features/orders/order/line-swatch.ts";
import { listCartAmounts } from "#features/orders/order/order-amounts.ts";
import { MAX_QUANTITY_PER_LINE } from "#features/sales/cart/cart.ts";
import type { CartQuote, QuotedLine } from "#features/sales/checkout/cart-change.ts";
import { describeQuoted } from "#features/sales/checkout/cart-change.ts";
import { heldOncePaidMessage } from "#features/sales/checkout/held-once-paid.ts";
import type { PaymentChoice } from "#features/sales/payments/payment-choices.server.ts";
import { listPaymentChoices } from "#features/sales/payments/payment-choices.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { imageVariantPath } from "#ui/image-widths.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Route } from "./+types/simple-cart.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { quote, notes, headers } = await readSimpleCart(deps, request);
  const choices = await listPaymentChoices(deps.db);
  const { shipping } = await deps.siteFacts();
  const promises = listPromises(quote, shipping, deps.clock.now());
  return simpleCartPage({ quote, notes, promises, choices, idempotencyKey: newId() }, headers);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleSimpleCartForm(context.get(depsContext), request);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  actionHeaders.has("Set-Cookie") ? actionHeaders : loaderHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your Cart | ${matches[1].loaderData?.shell.general.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

/** Quantity and removal are separate forms. */
function Line({ line }: { line: QuotedLine }) {
  const image = line.imageId ? imageVariantPath(line.imageId, 320, "webp") : "";
  const described = describeQuoted(line);
  const full = `${lineName(described)}, ${sizePhrase(line.size)}`;
  return (
    <li className="flex gap-4 border-b border-line py-5 first:pt-0">
      <LineImage address={image} width="wide" swatch={swatchImageOf(swatchOf(described))} />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-baseline justify-between gap-4">
          <Link to={`/product/${line.productId}`} className="display text-xl wrap-anywhere">
            {lineName(described)}
          </Link>
          <p className="figures shrink-0 text-sm">{formatMoney(line.total)}</p>
        </div>
        <p className="mt-1 text-sm text-ink-quiet">
          Size: {[line.size, colorBeside(described)].filter(Boolean).join(", ")}
        </p>
        <FitOfLine line={line} full={full} />
        <div className="mt-auto flex flex-wrap items-end justify-between gap-4 pt-3">
          <Form method="post" className="flex items-end gap-2">
            <input type="hidden" name="intent" value="change" />
            <input type="hidden" name="key" value={line.key} />
            <Input
              type="number"
              name="quantity"
              aria-label={`Quantity of ${full}`}
              min={1}
              max={MAX_QUANTITY_PER_LINE}
              required
              defaultValue={line.quantity}
              className="w-20"
            />
            <Button type="submit" variant="secondary" aria-label={`Update ${full}`}>
              Update
            </Button>
          </Form>
          <Form method="post">
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="key" value={line.key} />
            <button
              type="submit"
              aria-label={`Remove ${full}`}
              className="link min-h-11 text-sm text-ink-soft"
            >
              Remove
            </button>
          </Form>
        </div>
      </div>
    </li>
  );
}

/** The options of a made-to-measure line, and the way to change them; the server knows what was chosen. */
function FitOfLine({ line, full }: { line: QuotedLine; full: string }) {
  const { color, productId, size, specification } = line;
  const described = describeQuoted(line);
  const labels = fitLabels(described);
  const swatch = swatchOf(described);
  if (size !== CUSTOM_SIZE) return null;
  const path = fitPagePath(productId, color === "" ? null : { hex: color, name: "" });
  if (specification === null) {
    return (
      <Link to={path} reloadDocument className="link inline-flex min-h-11 items-center text-sm">
        Give your measurements<span className="sr-only">: {full}</span>
      </Link>
    );
  }
  return (
    <>
      <p className="mt-1 text-sm text-ink-quiet">Made to your measurements</p>
      {labels.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-quiet">{labels.join(", ")}</p>
      )}
      {swatch && <p className="mt-1 text-sm wrap-anywhere text-ink-quiet">{swatch.sentence}</p>}
      <form method="post" action={path}>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="line" value={specification} />
        <button type="submit" className="link min-h-11 text-sm text-ink-soft">
          Change measurements and options<span className="sr-only">: {full}</span>
        </button>
      </form>
    </>
  );
}

/** Where the days below are counted to; another destination is chosen beside them. */
const HOME = { country: HOME_COUNTRY, city: "" };

/** What each way of shipping to the shop's own country promises of the cart, as the checkout says it; empty without a made-to-measure line. */
function listPromises(quote: CartQuote, shipping: ShippingSettings, now: Date): string[] {
  if (quote.lines.every(({ specification }) => specification === null)) return [];
  const stocks = readLineStocks(quote);
  const order = {
    worth: quote.total,
    madeToMeasure: true,
    now,
    needBy: chosenDayOf(stocks),
    ready: readyOf(stocks),
  };
  return availableShippingMethods(
    termsWithMaking(toDeliveryTerms(shipping), makingDays(stocks)),
    order,
  )
    .filter((option) => reaches(option, HOME))
    .map((option) => methodMessage(option));
}

type DeliveryProps = Pick<CartQuote, "heldOncePaid" | "lines"> & { promises: readonly string[] };

/** When what is made to measure arrives, and the way to ask for a day. */
function DeliveryOfCart({ heldOncePaid, lines, promises }: DeliveryProps) {
  const measured = lines.flatMap(({ quantity, specification }) =>
    specification === null ? [] : [{ specification, quantity }],
  );
  if (measured.length === 0) return null;
  return (
    <div className="mt-3 text-sm">
      <h2 className="font-medium">Delivery to {countryName(HOME_COUNTRY)}</h2>
      <ul className="figures">
        {promises.map((promise) => (
          <li key={promise}>
            <UnbrokenDays text={promise} />
          </li>
        ))}
      </ul>
      {heldOncePaid && (
        <p className="mt-1">
          <UnbrokenDays text={heldOncePaidMessage(heldOncePaid)} />
        </p>
      )}
      <a href={needByPath(measured, HOME, true)} className="link inline-block py-2.5">
        Need it by a certain day?
      </a>
    </div>
  );
}

type CheckoutProps = {
  lastResult: FormResult | undefined;
  choices: readonly PaymentChoice[];
  idempotencyKey: string;
};

function CheckoutForm({ lastResult, choices, idempotencyKey }: CheckoutProps) {
  const [form, fields] = useForm<{ customerEmail: string; destination: string }>({
    id: "simple-checkout",
    lastResult,
    defaultNoValidate: false,
  });
  const { near, rest } = countryOptions();
  return (
    <Form method="post" {...getFormProps(form)} noValidate={false} className="mt-8 space-y-5">
      <input type="hidden" name="intent" value="checkout" />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <FormErrors form={form} />
      <FormField
        field={fields.customerEmail}
        label="Email"
        type="email"
        autoComplete="email"
        required
        hint="Your confirmation and the questions of the atelier go to this address."
      />
      <Field label="Deliver to">
        <Select name="destination" autoComplete="country" defaultValue="GY">
          {[...near, ...rest].map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {choices.length > 1 && (
        <RadioGroup
          legend="How would you like to pay?"
          name="method"
          defaultValue={choices[0]?.value ?? ""}
          options={choices}
        />
      )}
      <Button type="submit" size="lg" className="w-full">
        Proceed to Payment
      </Button>
      <p className="text-sm text-ink-quiet">
        You pay on a secure page. There you choose how we ship it. We never see your card.
      </p>
    </Form>
  );
}

/** Works without JavaScript, with the checkout below (ADR 0025). */
export default function SimpleCart({ loaderData, actionData }: Route.ComponentProps) {
  const { quote, notes, promises, choices, idempotencyKey } = loaderData;
  const errors = actionData?.initialValue?.intent === "checkout" ? [] : actionData?.error?.[""];
  return (
    <div className="shell min-h-dvh py-10 md:py-16">
      <h1 className="display border-b border-line pb-6 text-title">Your Cart</h1>
      <div className="pt-8">
        <CartNotes notes={[...(errors ?? []), ...notes]} />
      </div>
      {quote.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="grid gap-10 lg:grid-cols-12 lg:gap-16">
          <ul aria-label="Items in your cart" className="lg:col-span-7">
            {quote.lines.map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </ul>
          <section aria-label="Checkout" className="lg:col-span-5">
            <AmountRows rows={listCartAmounts(quote.total, null)} />
            <p className="mt-1 text-sm text-ink-quiet">Shipping calculated at checkout</p>
            <DeliveryOfCart {...quote} promises={promises} />
            <CheckoutForm
              lastResult={actionData?.initialValue?.intent === "checkout" ? actionData : undefined}
              choices={choices}
              idempotencyKey={idempotencyKey}
            />
          </section>
        </div>
      )}
    </div>
  );
}
