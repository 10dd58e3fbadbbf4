import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import { CategoryIcon, SystemShield } from "./category-icon.tsx";
import { categoryKey, categoryQuery } from "./category-url.ts";

type Props = { categories: readonly AdminCategory[]; activeKey: string };

/** The categories as a strip of tabs; those of the system with their icon and the shield (specification 2). */
export function CategoryTabs({ categories, activeKey }: Props) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category is another place in the strip
  useEffect(() => {
    const open = strip.current?.querySelector("[aria-current]");
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeKey]);
  return (
    <nav ref={strip} aria-label="Clothing categories" className="border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto">
        {categories.map((category) => {
          const key = categoryKey(category);
          return (
            <li key={key} className="shrink-0">
              <Link
                to={{ search: categoryQuery(key) }}
                preventScrollReset
                aria-current={key === activeKey ? "true" : undefined}
                className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent text-sm text-ink-quiet transition-colors -outline-offset-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium aria-[current=true]:text-ink"
              >
                <CategoryIcon icon={category.icon} />
                {category.name}
                {category.isSystem && <SystemShield />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
