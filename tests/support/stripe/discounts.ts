import type Stripe from "stripe";
import type { Books } from "./books.ts";
import { newStripeId, sample } from "./books.ts";
import { textOf } from "./metadata.ts";
import { invalid, missing } from "./stripe-refusal.ts";

type Chosen = { coupon: Stripe.Coupon; promotionCode: Stripe.PromotionCode | null };
type Breakdown = Stripe.Checkout.Session.TotalDetails.Breakdown.Discount;

/** A coupon or promotion code. */
export function chosenCoupon(
  books: Books,
  discounts: readonly { coupon?: string; promotion_code?: string }[],
): Chosen | null {
  const [requests] = discounts;
  if (!requests) return null;
  const { coupon: couponId, promotion_code: codeId } = requests;
  if (codeId) {
    const promotionCode = books.promotionCodes.get(codeId);
    if (!promotionCode) throw missing("promotion code", codeId, "discounts[0][promotion_code]");
    return ofCode(books, promotionCode);
  }
  const coupon = couponId ? books.coupons.get(couponId) : undefined;
  if (!coupon) throw missing("coupon", couponId ?? "", "discounts[0][coupon]");
  return { coupon, promotionCode: null };
}

function ofCode(books: Books, promotionCode: Stripe.PromotionCode): Chosen {
  const coupon = books.coupons.get(String(promotionCode.promotion.coupon));
  if (!coupon) throw missing("coupon", String(promotionCode.promotion.coupon));
  return { coupon, promotionCode };
}

/** Null when invalid. */
export function findPromotionCode(books: Books, code: string): Chosen | null {
  const found = [...books.promotionCodes.values()].find(
    (each) => each.active && each.code.toLowerCase() === code.toLowerCase(),
  );
  return found ? ofCode(books, found) : null;
}

/** The discount, which is at most the amount. */
export function discountOf(
  books: Books,
  sessionId: string,
  { coupon, promotionCode }: Chosen,
  sum: number,
): Breakdown {
  const off = coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100);
  const discount: Stripe.Discount = {
    ...(sample("customer").discount as Stripe.Discount),
    id: newStripeId("di"),
    checkout_session: sessionId,
    promotion_code: promotionCode?.id ?? null,
    source: { coupon: coupon.id, type: "coupon" },
    start: books.seconds,
  };
  return { amount: Math.min(off, sum), discount };
}

export function createCoupon(books: Books, params: Stripe.CouponCreateParams): Stripe.Coupon {
  const { amount_off: amountOff, percent_off: percentOff, currency } = params;
  if ((amountOff === undefined) === (percentOff === undefined)) {
    throw invalid("percent_off", "Pass one of amount_off and percent_off.");
  }
  if (amountOff !== undefined && !currency) throw invalid("currency", "Missing required param.");
  const coupon: Stripe.Coupon = {
    ...sample("coupon"),
    id: params.id ?? newStripeId("co"),
    amount_off: amountOff ?? null,
    percent_off: percentOff ?? null,
    currency: currency ?? null,
    created: books.seconds,
    duration: params.duration ?? "once",
    duration_in_months: null,
    name: params.name ?? null,
    redeem_by: null,
  };
  books.coupons.set(coupon.id, coupon);
  return coupon;
}

export function createPromotionCode(
  books: Books,
  params: Stripe.PromotionCodeCreateParams,
): Stripe.PromotionCode {
  const couponId = params.promotion.coupon ?? "";
  if (!books.coupons.has(couponId)) throw missing("coupon", couponId, "promotion[coupon]");
  const code: Stripe.PromotionCode = {
    id: newStripeId("promo"),
    object: "promotion_code",
    active: params.active ?? true,
    code: params.code ?? newStripeId("CODE").toUpperCase(),
    created: books.seconds,
    customer: null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: textOf(params.metadata),
    promotion: { coupon: couponId, type: "coupon" },
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
    times_redeemed: 0,
  };
  books.promotionCodes.set(code.id, code);
  return code;
}
