import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * Fewer, larger files compress better and cost fewer response headers: React, then whatever the frame and the head of every page
 * draw in, then what choosing a size needs on a piece's page and in the dialog, then the folds, then what pages with shelves share. A piece's page
 * must need nothing of the shelf's: one module is enough to bring them all. Dialogs stay apart: they are loaded on intent.
 */
const groups = [
  {
    name: "framework",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
    priority: 30,
  },
  {
    name: "frame",
    test: /src[\\/]app[\\/](root|routes[\\/]storefront[\\/]frame|storefront[\\/](page-meta|breadcrumb-trail))\.tsx?$|src[\\/](ui[\\/]breadcrumbs|app[\\/]pages[\\/]print-link|features[\\/](catalog[\\/]remember-viewed\.browser|wishlist[\\/]components[\\/]save-button))\.tsx?$/,
    priority: 20,
  },
  {
    name: "choosing",
    test: /(size-picker|color-picker|size-guide-link|gallery-picture|product-not-found|use-picture-failure|ui[\\/]picture|picture-widths|price|arrow-left|arrow-right|zoom-in)\.(tsx?|m?js)$/,
    priority: 10,
  },
  {
    name: "folds",
    test: /(ui[\\/]accordion\.tsx|icons[\\/]plus\.m?js)$/,
    priority: 10,
  },
  {
    name: "shelf",
    test: /(product-fallback-image|product-shelf|product-listing|collection-cards|choice-links|hero-band|hero-picture|pagination|empty-state|error-panel|badge)\.tsx?$/,
    priority: 5,
  },
];

/** An icon's file without its name, its other names and the keys of its shapes: nothing shows them, and they hardly compress. */
const bareIcons = {
  name: "bare-icons",
  transform(code: string, id: string) {
    if (!/lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)) return null;
    return code
      .replace(/name: "[^"]+",\s*size: 24,/, "")
      .replace(/,\s*aliases: \[[^\]]*\]/, "")
      .replace(/,?\s*key: "[^"]+"/g, "")
      .replace("__iconData.node;", "");
  },
};

export default defineConfig({
  plugins: [bareIcons, tailwindcss(), reactRouter()],
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL("src/ui/drawn-icon.ts", import.meta.url)),
      },
    ],
  },
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: {
    // The server takes the icons it shows into its own files; the package would load all of them at every start.
    ssr: { resolve: { noExternal: ["lucide-react"] } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
});
