/** The colours a shopper filters by; each product colour falls into one by the `color_family` function of the search migration. */
export const COLOR_FAMILIES = [
  { slug: "black", label: "Black", hex: "#1C1815" },
  { slug: "grey", label: "Grey", hex: "#7B7E82" },
  { slug: "white", label: "White", hex: "#FFFFFF" },
  { slug: "cream", label: "Ivory and cream", hex: "#F0E8D8" },
  { slug: "beige", label: "Sand and beige", hex: "#CDB88F" },
  { slug: "brown", label: "Brown", hex: "#6B4A2B" },
  { slug: "red", label: "Red", hex: "#9E1F2B" },
  { slug: "pink", label: "Pink", hex: "#E3B8B4" },
  { slug: "orange", label: "Orange", hex: "#D97B29" },
  { slug: "yellow", label: "Yellow and gold", hex: "#D9AC3F" },
  { slug: "green", label: "Green", hex: "#2F5A45" },
  { slug: "blue", label: "Blue", hex: "#2A4468" },
  { slug: "purple", label: "Purple", hex: "#5D3A70" },
] as const;

/** A colour family as an address writes it. */
export type ColorFamily = (typeof COLOR_FAMILIES)[number]["slug"];
