/** The inner tabs of Site Settings: the specification's four (section 2) and what the decisions add (C6, S12, S16). */
export const SETTINGS_PARTS = [
  { value: "general", label: "General", sections: ["general"] },
  { value: "footer", label: "Footer", sections: ["footer"] },
  { value: "integrations", label: "Integrations", sections: [] },
  { value: "seo", label: "SEO", sections: ["seo"] },
  { value: "shipping", label: "Shipping", sections: ["shipping"] },
  { value: "notices", label: "Announcement and cart", sections: ["announcement", "cart"] },
] as const;

/** An inner tab as the address names it: /admin?tab=settings&part=footer. */
export type SettingsPart = (typeof SETTINGS_PARTS)[number]["value"];

/** The inner tab that an address asks for; General when it names none that is known. */
export function readSettingsPart(params: URLSearchParams): SettingsPart {
  const wanted = params.get("part");
  return SETTINGS_PARTS.find(({ value }) => value === wanted)?.value ?? "general";
}

/** An inner tab's query. */
export function settingsQuery(part: SettingsPart): string {
  return part === "general" ? "?tab=settings" : `?tab=settings&part=${part}`;
}
