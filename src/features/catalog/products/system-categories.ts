/** Names of lucide icons (specification 3). */
export type SystemCategoryIcon = "Briefcase" | "Shirt" | "Sofa" | "Calendar" | "Gem" | "Watch";

/** The category is shown even without a row; rows match by name in any case. */
export type SystemCategory = {
  name: string;
  description: string;
  icon: SystemCategoryIcon;
  collectionPath: string;
};

/** The categories are in the Collections menu's order (specification 2 and 3). */
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

/** Ignores case. */
export function findSystemCategory(name: string): SystemCategory | null {
  const wanted = name.trim().toLowerCase();
  return SYSTEM_CATEGORIES.find((category) => category.name.toLowerCase() === wanted) ?? null;
}
