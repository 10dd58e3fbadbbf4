import { Briefcase, Calendar, Gem, Shield, Shirt, Sofa, Watch } from "lucide-react";
import type { SystemCategoryIcon } from "#features/catalog/system-categories.ts";

const icons = { Briefcase, Shirt, Sofa, Calendar, Gem, Watch };

/** A system category's icon; nothing for the owner's categories. */
export function CategoryIcon({ icon }: { icon: SystemCategoryIcon | null }) {
  if (icon === null) return null;
  const Icon = icons[icon];
  return <Icon size={16} aria-hidden="true" />;
}

/** The blue shield of a category that cannot be deleted. */
export function SystemShield({ size = 14 }: { size?: number }) {
  return (
    <span className="relative inline-flex text-shield" title="System category">
      <Shield size={size} aria-hidden="true" />
      <span className="sr-only">System category</span>
    </span>
  );
}
