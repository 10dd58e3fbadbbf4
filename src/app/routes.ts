import type { RouteConfig } from "@react-router/dev/routes";
import { index, layout, route } from "@react-router/dev/routes";

/** The route table of specification 2, as code. */
export default [
  layout("routes/storefront/frame.tsx", [
    index("routes/storefront/home.tsx"),
    route("shop", "routes/storefront/shop.tsx"),
    route("collections/:collection", "routes/storefront/collection.tsx"),
    route("catalog", "routes/storefront/catalog.tsx"),
    route("search", "routes/storefront/search.tsx"),
    route("product/:id", "routes/storefront/product.tsx"),
    route("cart", "routes/storefront/cart.tsx"),
    route("about", "routes/pages/about.tsx"),
    route("contact", "routes/pages/contact.tsx"),
    route("shipping", "routes/pages/shipping.tsx"),
    route("returns", "routes/pages/returns.tsx"),
    route("faq", "routes/pages/faq.tsx"),
    route("privacy", "routes/pages/privacy.tsx"),
    route("terms", "routes/pages/terms.tsx"),
    route("measurement", "routes/pages/measurement.tsx"),
    route("measurement/size", "routes/pages/measurement-size.tsx"),
    route("new-dawn", "routes/pages/new-dawn.tsx"),
    route("new-dawn/thank-you", "routes/pages/new-dawn-thank-you.tsx"),
    route("*", "routes/pages/not-found.tsx"),
  ]),
  layout("routes/checkout/frame.tsx", [
    route("checkout", "routes/checkout/checkout.tsx"),
    route("checkout/success", "routes/checkout/success.tsx"),
    route("checkout/cancel", "routes/checkout/cancel.tsx"),
  ]),
  route("checkout/create", "routes/checkout/create-checkout.tsx"),
  route("checkout/test-payment/:sessionId", "routes/checkout/test-payment.tsx"),
  route("login", "routes/auth/login.tsx"),
  route("sign-out", "routes/auth/sign-out.tsx"),
  route("session", "routes/auth/session.tsx"),
  layout("routes/admin/frame.tsx", [
    route("admin", "routes/admin/home.tsx"),
    route("admin/orders", "routes/admin/orders.tsx"),
    route("admin/orders/:id", "routes/admin/order.tsx"),
    route("admin/outbox", "routes/admin/outbox.tsx"),
  ]),
  route("images/:id/:file", "routes/resources/image.ts"),
  route("social/:key/:file", "routes/resources/social-card.ts"),
  route("search/suggestions", "routes/resources/search-suggestions.ts"),
  route("cart/upsell", "routes/resources/cart-upsell.ts"),
  route("cart/quote", "routes/resources/cart-quote.ts"),
  route("payments/events", "routes/resources/payment-events.ts"),
] satisfies RouteConfig;
