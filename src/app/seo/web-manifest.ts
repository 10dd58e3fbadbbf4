const SHORT_NAME = 12;

/** Keeps as many words as fit under an icon. */
export function shortName(siteName: string): string {
  let short = "";
  for (const word of siteName.split(/\s+/).filter(Boolean)) {
    const longer = short === "" ? word : `${short} ${word}`;
    if (short !== "" && longer.length > SHORT_NAME) break;
    short = longer;
  }
  return short.slice(0, SHORT_NAME);
}

const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The color of paper is that of `src/ui/theme.css`. */
export function webManifest(general: { siteName: string; siteDescription: string }) {
  return {
    id: "/",
    name: general.siteName,
    short_name: shortName(general.siteName),
    description: general.siteDescription,
    lang: "en",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: "#F8F5EF",
    theme_color: "#F8F5EF",
    categories: ["shopping", "lifestyle"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("icon-maskable-512", 512, "maskable"),
    ],
    shortcuts: [
      { name: "Shop", url: "/shop" },
      { name: "Size Guide", url: "/measurement" },
      { name: "Cart", url: "/cart" },
    ],
  };
}
