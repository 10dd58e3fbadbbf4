import { RefreshCw, Sparkles } from "lucide-react";
import { useRevalidator } from "react-router";
import type { CategoryCard } from "#features/media/site-image-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SiteImageForm } from "./site-image-form.tsx";
import { useSiteImageWrites } from "./use-site-image-writes.ts";

/** Category Menu Cards: one a category, the owner's own ones under a heading of theirs. */
export function CategoryCards({ categories }: { categories: readonly CategoryCard[] }) {
  const { revalidate, state } = useRevalidator();
  const { busy, takePresets } = useSiteImageWrites();
  const system = categories.filter((category) => category.isSystem);
  const others = categories.filter((category) => !category.isSystem);
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" busy={busy} onClick={() => void takePresets()}>
          <Sparkles size={16} aria-hidden="true" />
          Upload Preset Images
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={state !== "idle"}
          onClick={() => void revalidate()}
        >
          <RefreshCw size={16} aria-hidden="true" />
          Refresh
        </Button>
      </div>
      {categories.length === 0 && (
        <EmptyState title="No categories found">
          A category gets its card as soon as it is there.
        </EmptyState>
      )}
      <Cards categories={system} />
      {others.length > 0 && (
        <section>
          <h2 className="display mb-4 text-xl">Other Categories</h2>
          <Cards categories={others} />
        </section>
      )}
    </div>
  );
}

function Cards({ categories }: { categories: readonly CategoryCard[] }) {
  if (categories.length === 0) return null;
  return (
    <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2 2xl:grid-cols-3">
      {categories.map(({ id, name, picture }) => (
        <li key={id}>
          <SiteImageForm
            name={name}
            target={{ kind: "category", categoryId: id }}
            picture={picture}
            shape="card"
          >
            <h3 className="font-medium">{name}</h3>
          </SiteImageForm>
        </li>
      ))}
    </ul>
  );
}
