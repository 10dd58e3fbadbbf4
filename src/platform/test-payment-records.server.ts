import { z } from "zod";
import type { PaymentRequest } from "./payments.server.ts";

const moneySchema = z.object({ minorUnits: z.number().int(), currency: z.enum(["USD", "GYD"]) });

const addressSchema = z.object({
  fullName: z.string(),
  phone: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

/** What the shop asked for, as the test provider keeps it in its own table. */
export const requestRecord = z.object({
  reference: z.string(),
  kind: z.enum(["order", "donation"]),
  customerEmail: z.string(),
  accountId: z.string().nullable().default(null),
  lines: z.array(
    z.object({
      name: z.string(),
      detail: z.string(),
      imageUrl: z.string().nullable(),
      quantity: z.number().int(),
      total: moneySchema,
    }),
  ),
  total: moneySchema,
  shippingOptions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      promise: z.string(),
      price: moneySchema,
      onlyCountries: z.array(z.string()).nullable(),
      exceptCountries: z.array(z.string()),
      onlyCity: z.string().nullable(),
    }),
  ),
  automaticTax: z.boolean().default(false),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.coerce.date(),
}) satisfies z.ZodType<PaymentRequest, unknown>;

/** What the payer chose on the test page. */
export const outcomeRecord = z.object({
  optionId: z.string().nullable(),
  address: addressSchema.nullable(),
});

/** A session as it travels in a message. */
const sessionRecord = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(["open", "paid", "expired"]),
  customerEmail: z.string(),
  paymentId: z.null(),
  method: z.string(),
  total: moneySchema,
  promotion: z.null(),
  shipping: z.object({ optionId: z.string(), label: z.string(), price: moneySchema }).nullable(),
  tax: moneySchema,
  address: addressSchema.nullable(),
});

/** A message of the test provider, as it is signed and sent. */
export const eventRecord = z.object({
  id: z.string(),
  provider: z.literal("test"),
  type: z.enum(["session.paid", "session.expired", "session.declined"]),
  session: sessionRecord,
});

export type TestPaymentOutcome = z.infer<typeof outcomeRecord>;
