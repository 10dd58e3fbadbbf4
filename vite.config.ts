import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { programFiles, programTexts } from "./scripts/program-texts.ts";

/**
 * Fewer, larger files compress better, and every page's table of routes names them: React; the storefront's layout
 * and heads; choosing a size; pages with a product grid; forms; icons; filters of the admin with what they import,
 * some of it shared with the checkout; the atelier's tabs and tables; rows of an order; signing in; what the owner's
 * pages of orders and messages share; addresses of pages. A product page imports nothing of the grid: one module loads
 * the whole file.
 */
const groups = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 30,
  },
  {
    name: "layout",
    test: /lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/]plus\.m?js$|src[\\/](app[\\/](root|shell[\\/]storefront-layout|web[\\/]page-(meta|prefetch\.browser)|seo[\\/]breadcrumb-trail|components[\\/](page[\\/]print-link|product[\\/]remember-viewed\.browser|wishlist[\\/]save-button))|ui[\\/](accordion|breadcrumbs|idle)|features[\\/]base[\\/]settings[\\/]return-window)\.tsx?$/,
    priority: 20,
  },
  {
    name: "choosing",
    test: /(size-picker|use-stock-counts|gallery-image|product-not-found|ui[\\/]responsive-image|image-widths|price|arrow-left|arrow-right|zoom-in)\.(tsx?|m?js)$/,
    priority: 10,
  },
  {
    name: "forms",
    test: /@conform-to[\\/]react|ui[\\/]focus-after|web[\\/]submit-form|components[\\/]form[\\/](button-form|form-field|native-problem|use-server-form)\.tsx?$/,
    priority: 10,
  },
  {
    name: "icons",
    test: /icons[\\/](eye|eye-off|external-link|rotate-ccw|upload|shirt|trash|trash-2|arrow-up|arrow-down|check|circle|download|file-up|minus|ruler)\.m?js$/,
    priority: 10,
  },
  {
    name: "filters",
    test: /src[\\/](app[\\/]components[\\/]admin[\\/](dashboard-tabs|order-section|product-urls)|features[\\/](catalog[\\/]editing[\\/]admin-product-filter|office[\\/]customers[\\/]customer-filter|base[\\/]mail[\\/]outbox))\.tsx?$/,
    priority: 4,
  },
  {
    name: "atelier",
    test: /src[\\/]app[\\/](admin[\\/]garments[\\/](atelier[\\/]atelier-nav|production[\\/]waiting-list)|components[\\/]production[\\/](board-parts|garment-queue\.browser))\.tsx?$/,
    priority: 3,
  },
  {
    name: "orders",
    test: /src[\\/](app[\\/].*[\\/](cancel-order|order-date|order-amounts|amount-rows|stage-thread|viewed-before|line-image)|features[\\/]garments[\\/](garment[\\/]garment|fit-memory[\\/]fit-points))\.tsx?$/,
    priority: 3,
  },
  {
    name: "signing-in",
    test: /src[\\/]app[\\/].*[\\/](sign-in-fields|auth-page|password-field|passkey-button|admin-sign-in-page)\.tsx?$/,
    priority: 3,
  },
  {
    name: "owner-orders",
    test: /src[\\/]app[\\/].*[\\/](amount-and-reason|document-links|bounce-notice|inquired-item|use-inbox-change|reply-draft\.browser)\.tsx?$/,
    priority: 3,
  },
  {
    name: "addresses",
    test: /src[\\/].*[\\/](inquiry-url|need-by-url|social-provider|category-url|collection-link|product-urls|change-garment-path|checkout-messages)\.tsx?$/,
    priority: 3,
  },
  {
    name: "grid",
    test: /(product-fallback-image|product-grid|product-listing|hero-band|pagination|badge)\.tsx?$/,
    priority: 5,
  },
];

/** Every page loads the table of all routes, so each character of a name counts; they have none, and 42 bits tell the files apart. */
const names = {
  entryFileNames: "assets/[hash:7].js",
  chunkFileNames: "assets/[hash:7].js",
};

export default defineConfig({
  plugins: [programTexts(), programFiles(), tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    // The package would load all icons.
    ssr: { resolve: { noExternal: ["lucide-react"] } },
    client: { build: { rolldownOptions: { output: { ...names, codeSplitting: { groups } } } } },
  },
});
