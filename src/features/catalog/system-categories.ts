/** Names of the lucide icons that mark the system categories in the CMS (specification 3). */
export type SystemCategoryIcon = "Briefcase" | "Shirt" | "Sofa" | "Calendar" | "Gem" | "Watch";

/** A built-in category: shown even where the database has no row for it; a row matches by name, whatever its case. */
export type SystemCategory = {
  name: string;
  description: string;
  icon: SystemCategoryIcon;
  collectionPath: string;
};

/** The six system categories in the order of the Collections menu (specification 2 and 3). */
export const SYSTEM_CATEGORIES: readonly SystemCategory[] = [
  {
    name: "Business Attire",
    description: "Professional wardrobe essentials",
    icon: "Briefcase",
    collectionPath: "/collections/business-attire",
  },
  {
    name: "Evening Elegance",
    description: "Stunning formal wear",
    icon: "Shirt",
    collectionPath: "/collections/evening-elegance",
  },
  {
    name: "Smart Casual",
    description: "Refined casual elegance",
    icon: "Sofa",
    collectionPath: "/collections/casual-luxury",
  },
  {
    name: "Seasonal Selection",
    description: "Curated seasonal collections",
    icon: "Calendar",
    collectionPath: "/collections/seasonal-selection",
  },
  {
    name: "Women's Accessories",
    description: "Elegant accessories for women",
    icon: "Gem",
    collectionPath: "/collections/womens-accessories",
  },
  {
    name: "Men's Accessories",
    description: "Premium accessories for men",
    icon: "Watch",
    collectionPath: "/collections/mens-accessories",
  },
];

/** The system category of that name in any case, or null for a category of the owner's. */
export function findSystemCategory(name: string): SystemCategory | null {
  const wanted = name.trim().toLowerCase();
  return SYSTEM_CATEGORIES.find((category) => category.name.toLowerCase() === wanted) ?? null;
}
