import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { invalid, missing } from "./stripe-refusal.ts";

type Params = Stripe.Checkout.SessionCreateParams;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

const SOONEST_END_SECONDS = 30 * 60;
const LATEST_END_SECONDS = 24 * 60 * 60;
const MAX_LINES = 100;
const MAX_SHIPPING_OPTIONS = 5;
const LEAST_TOTAL = 50;
const MAX_TOTAL = 99_999_999;
const MAX_REFERENCE_LENGTH = 200;
const METADATA = { entries: 50, name: 40, value: 500 };

function checkMetadata(metadata: object | "" | null | undefined, param: string): void {
  const entries = Object.entries(metadata || {});
  if (entries.length > METADATA.entries) throw invalid(param, "Metadata can have up to 50 keys.");
  for (const [name, value] of entries) {
    const path = `${param}[${name}]`;
    if (name.length > METADATA.name) throw invalid(path, "Metadata keys can have 40 characters.");
    if (String(value).length > METADATA.value) {
      throw invalid(path, "Metadata values can have up to 500 characters.");
    }
  }
}

function checkAddress(url: string | undefined, param: string): void {
  if (url === undefined || URL.canParse(url.replace("{CHECKOUT_SESSION_ID}", "id"))) return;
  throw invalid(param, "Not a valid URL", "url_invalid");
}

function checkLine(line: LineItem, param: string): void {
  if (line.price) throw missing("price", line.price, `${param}[price]`);
  const { unit_amount: amount, product_data: product } = line.price_data ?? {};
  if (amount === undefined || !Number.isInteger(amount) || amount < 0) {
    throw invalid(`${param}[price_data][unit_amount]`, `Invalid integer: ${amount}`);
  }
  if (!Number.isInteger(line.quantity) || (line.quantity ?? 0) < 1) {
    throw invalid(`${param}[quantity]`, "Quantity is required and must be at least 1.");
  }
  const images = product?.images ?? [];
  if (images.length > 8) throw invalid(`${param}[price_data][product_data][images]`, "Up to 8.");
  for (const image of images) {
    checkAddress(image, `${param}[price_data][product_data][images]`);
  }
}

function checkLines(lines: readonly LineItem[]): void {
  if (lines.length === 0) throw invalid("line_items", "Missing required param: line_items.");
  if (lines.length > MAX_LINES) throw invalid("line_items", "At most 100 line items.");
  const currencies = new Set(lines.map((line) => line.price_data?.currency));
  if (currencies.size > 1) throw invalid("line_items", "All prices must have one currency.");
  for (const [index, line] of lines.entries()) checkLine(line, `line_items[${index}]`);
}

function checkAmount(lines: readonly LineItem[]): void {
  const total = lines.reduce(
    (sum, line) => sum + (line.price_data?.unit_amount ?? 0) * (line.quantity ?? 1),
    0,
  );
  if (total > 0 && total < LEAST_TOTAL) {
    const text = "The Checkout Session's total amount must convert to at least 50 cents.";
    throw invalid("line_items", text, "amount_too_small");
  }
  if (total > MAX_TOTAL) {
    const text = "The total amount must be no more than $999,999.99.";
    throw invalid("line_items", text, "amount_too_large");
  }
}

function checkPayer(books: Books, params: Params): void {
  const { customer, customer_email: email } = params;
  if (customer && email)
    throw invalid("customer_email", "Only one of customer and customer_email.");
  if (customer && params.customer_creation) {
    throw invalid("customer_creation", "`customer_creation` cannot be used with `customer`.");
  }
  if (customer && !books.customers.has(customer)) throw missing("customer", customer, "customer");
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid("customer_email", `Invalid email address: ${email}`, "email_invalid");
  }
}

function checkEnd(books: Books, expiresAt: number | undefined): void {
  const untilEnd = (expiresAt ?? books.seconds + LATEST_END_SECONDS) - books.seconds;
  if (untilEnd < SOONEST_END_SECONDS) {
    throw invalid("expires_at", "The `expires_at` timestamp must be at least 30 minutes ahead.");
  }
  if (untilEnd > LATEST_END_SECONDS) {
    throw invalid("expires_at", "The `expires_at` timestamp must be less than 24 hours ahead.");
  }
}

/** Refuses what types do not tell: limits, exclusive parameters, invalid URLs and times. */
export function checkSession(books: Books, params: Params): void {
  if ((params.mode ?? "payment") === "payment") checkLines(params.line_items ?? []);
  checkAmount(params.line_items ?? []);
  checkPayer(books, params);
  checkAddress(params.success_url, "success_url");
  checkAddress(params.cancel_url, "cancel_url");
  if ((params.ui_mode ?? "hosted_page") === "hosted_page" && !params.success_url) {
    throw invalid("success_url", "Missing required param: success_url.", "parameter_missing");
  }
  if ((params.client_reference_id?.length ?? 0) > MAX_REFERENCE_LENGTH) {
    throw invalid("client_reference_id", "client_reference_id can have up to 200 characters.");
  }
  checkMetadata(params.metadata, "metadata");
  checkMetadata(params.payment_intent_data?.metadata, "payment_intent_data[metadata]");
  if ((params.shipping_options?.length ?? 0) > MAX_SHIPPING_OPTIONS) {
    throw invalid("shipping_options", "At most 5 shipping options.");
  }
  if (params.allow_promotion_codes && params.discounts) {
    throw invalid("discounts", "Only one of allow_promotion_codes and discounts.");
  }
  checkEnd(books, params.expires_at);
}
