import { z } from "zod";
import type { Destination } from "#core/delivery-address.ts";
import { parseDestination } from "#core/delivery-address.ts";
import { emailAsStored, emailProblem } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money, parseMoney } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { CHECKOUT_MESSAGES, MAX_CHECKOUT_LINES } from "./checkout-messages.ts";

/** `shown`: the displayed price, never charged. */
export type RequestedLine = {
  key: string;
  productId: string;
  size: string;
  color: string | null;
  /** The fit specification of a made-to-measure line. */
  specification?: string;
  /** As sent; any number. Quoting corrects it. */
  quantity: number;
  shown: MoneyAmount | null;
};

export type CheckoutRequest = {
  lines: readonly RequestedLine[];
  shownTotal: MoneyAmount | null;
  customerEmail: string;
  /** "" for the default. */
  method: string;
  destination: Destination;
  /** Of one press of the button. */
  idempotencyKey: string | null;
  /** Minor units of credit shown as used; null for none. */
  shownCredit: number | null;
  /** Of this browser's earlier checkout. */
  replacesSession: string | null;
  /** Random, from the browser's storage. */
  deviceId: string | null;
};

/** A press of the button. `creditToken`: the browser's private link; `clientIp`: null where unknown. */
export type CheckoutPress = CheckoutRequest & {
  actor: Actor;
  creditToken?: string | null;
  clientIp?: string | null;
};

export type CheckoutRefusal = {
  code: "unreadable" | "empty_cart" | "too_many_lines" | "email_missing" | "email_invalid";
  message: string;
};

const text = (max: number) => z.string().max(max).catch("");
const shownPrice = z
  .union([z.number(), z.string().max(20)])
  .nullish()
  .catch(null);

const lineSchema = z
  .object({
    cartItemId: text(200),
    id: text(64),
    size: text(40),
    color: text(7),
    specification: text(36),
    quantity: z.unknown(),
    price: shownPrice,
  })
  .catch({
    cartItemId: "",
    id: "",
    size: "",
    color: "",
    specification: "",
    quantity: null,
    price: null,
  });

const requestSchema = z.object({
  items: z.array(z.unknown()).catch([]),
  shownTotal: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).nullish().catch(null),
  customerEmail: z.string().max(1_000).catch(""),
  method: text(40),
  destination: text(44),
  idempotencyKey: z
    .string()
    .regex(/^[A-Za-z0-9-]{16,64}$/)
    .nullish()
    .catch(null),
  shownCredit: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish().catch(null),
  deviceId: z
    .string()
    .regex(/^[a-f0-9]{32}$/)
    .nullish()
    .catch(null),
  replacesSession: z
    .string()
    .regex(/^[A-Za-z0-9_-]{10,200}$/)
    .nullish()
    .catch(null),
});

const refuse = (code: CheckoutRefusal["code"], message: string) => fail({ code, message });

function toQuantity(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

function toLine(value: unknown, position: number): RequestedLine {
  const line = lineSchema.parse(value);
  const shown = line.price === null || line.price === undefined ? null : parseMoney(line.price);
  return {
    key: line.cartItemId || `line-${position}`,
    productId: line.id,
    size: line.size,
    color: line.color === "" ? null : line.color.toUpperCase(),
    ...(isId(line.specification) && { specification: line.specification.toLowerCase() }),
    quantity: toQuantity(line.quantity),
    shown,
  };
}

/** Reads cart lines from any input; never throws. Unreadable ones are quoted as withdrawn. */
export function parseCartLines(raw: unknown): Result<readonly RequestedLine[], CheckoutRefusal> {
  const parsed = requestSchema.safeParse(raw);
  if (!parsed.success) return refuse("unreadable", CHECKOUT_MESSAGES.fallback);
  const { items } = parsed.data;
  if (items.length === 0) return refuse("empty_cart", CHECKOUT_MESSAGES.emptyCart);
  if (items.length > MAX_CHECKOUT_LINES) {
    return refuse(
      "too_many_lines",
      `Your cart has ${items.length} lines, and one order holds up to ${MAX_CHECKOUT_LINES}. Please remove some and try again.`,
    );
  }
  return ok(items.map(toLine));
}

/** Reads a checkout request (specification 3 and 7). Never throws. */
export function parseCheckoutRequest(raw: unknown): Result<CheckoutRequest, CheckoutRefusal> {
  const lines = parseCartLines(raw);
  if (!lines.ok) return lines;
  const {
    customerEmail,
    destination,
    deviceId,
    idempotencyKey,
    method,
    replacesSession,
    shownCredit,
    shownTotal,
  } = requestSchema.parse(raw);
  if (tidyLine(customerEmail) === "") {
    return refuse("email_missing", "Please enter your email address.");
  }
  const problem = emailProblem(customerEmail);
  if (problem !== null) return refuse("email_invalid", problem);
  return ok({
    lines: lines.value,
    shownTotal: typeof shownTotal === "number" ? money(shownTotal) : null,
    customerEmail: emailAsStored(customerEmail),
    method,
    destination: parseDestination(destination) ?? { country: "GY", city: "" },
    idempotencyKey: idempotencyKey ?? null,
    shownCredit: shownCredit ?? null,
    replacesSession: replacesSession ?? null,
    deviceId: deviceId ?? null,
  });
}
