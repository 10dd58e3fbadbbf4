/** A page of the admin in the rail; only pages that exist. */
export type AdminArea = { label: string; path: string; icon: "orders" | "outbox" };

/** The rail from top to bottom: the five areas of content come first as they are built, then the business (decision D7). */
export const adminAreas: readonly { title: string; areas: readonly AdminArea[] }[] = [
  {
    title: "Business",
    areas: [
      { label: "Orders", path: "/admin/orders", icon: "orders" },
      { label: "Outbox", path: "/admin/outbox", icon: "outbox" },
    ],
  },
];
