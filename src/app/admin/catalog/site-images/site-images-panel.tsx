import { ExternalLink, RefreshCw, Sparkles } from "lucide-react";
import { useNavigate, useRevalidator } from "react-router";
import { ActionForm } from "#app/components/admin/page-dialog.tsx";
import { SiteImagesLoading } from "#app/components/admin/tab-loading.tsx";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import type { CategoryCard, HeroCard } from "#features/base/media/media-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { EmptyState, ReloadPanel } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import { SiteImageForm } from "./site-image-form.tsx";
import { siteImageRefusal } from "./site-image-messages.ts";
import type { SiteImagesContent } from "./site-images-actions.server.ts";

type Props = { heroes: readonly HeroCard[]; pageName: HeroCard["pageName"] };

function HeroImages({ heroes, pageName }: Props) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const hero = heroes.find((each) => each.pageName === pageName);
  if (!hero) return null;
  return (
    <div className="max-w-240">
      <form action="/admin" className="mb-5 flex flex-wrap items-end gap-4">
        <input type="hidden" name="tab" value="site-images" />
        <input type="hidden" name="part" value="heroes" />
        <Field label="Page" className="w-full sm:w-60">
          <Select
            name="page"
            value={pageName}
            onChange={({ target }) =>
              void navigate(`/admin?tab=site-images&part=heroes&page=${target.value}`, {
                preventScrollReset: true,
              })
            }
          >
            {heroes.map(({ pageName: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {!isHydrated && (
          <Button type="submit" variant="secondary">
            Show
          </Button>
        )}
        <a
          href={hero.path}
          target="_blank"
          rel="noopener"
          className="link flex min-h-11 items-center gap-2 text-sm"
        >
          <ExternalLink size={16} aria-hidden="true" />
          See the page
        </a>
      </form>
      <SiteImageForm
        key={pageName}
        name={`${hero.label} page`}
        target={{ kind: "hero", pageName }}
        image={hero.image}
        shape="hero"
      >
        <p className="text-sm text-ink-quiet">Recommended dimensions: 1920×600 pixels.</p>
      </SiteImageForm>
    </div>
  );
}

function CategoryCards({ categories }: { categories: readonly CategoryCard[] }) {
  const { revalidate, state } = useRevalidator();
  const { busy, post } = useAdminAction(siteImageRefusal);
  const system = categories.filter((category) => category.isSystem);
  const others = categories.filter((category) => !category.isSystem);
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-3">
        <ActionForm
          fields={{ intent: "upload-preset-images", presets: "all" }}
          onPost={(fields) => void post(fields)}
        >
          <Button type="submit" variant="secondary" size="sm" busy={busy}>
            <Sparkles size={16} aria-hidden="true" />
            Upload Preset Images
          </Button>
        </ActionForm>
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
        <EmptyState
          title="No categories found"
          action={<ButtonLink to="/admin/products/new">Add New Product</ButtonLink>}
        >
          A category gets its card with its first product.
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
      {categories.map(({ id, name, image }) => (
        <li key={id}>
          <SiteImageForm
            name={name}
            target={{ kind: "category", categoryId: id }}
            image={image}
            shape="card"
          >
            <h3 className="font-medium">{name}</h3>
          </SiteImageForm>
        </li>
      ))}
    </ul>
  );
}

export function SiteImagesPanel({ content }: { content: SiteImagesContent }) {
  const isHeroes = content.part === "heroes";
  return (
    <section aria-labelledby="site-media-manager" className="pt-6">
      <h2 id="site-media-manager" className="display text-xl">
        Site Media Manager
      </h2>
      <LinkTabs
        label="Site images"
        className="mt-2 mb-6"
        tabs={[
          { label: "Category Menu Cards", search: "?tab=site-images", current: !isHeroes },
          { label: "Page Hero Images", search: "?tab=site-images&part=heroes", current: isHeroes },
        ]}
      />
      <Part content={content} />
    </section>
  );
}

function Part({ content }: { content: SiteImagesContent }) {
  if (content.part === "heroes") {
    if (!content.heroes) return <NotLoaded title="Failed to fetch page images" />;
    return <HeroImages heroes={content.heroes} pageName={content.pageName} />;
  }
  if (!content.categories) return <NotLoaded title="Failed to fetch custom categories" />;
  return <CategoryCards categories={content.categories} />;
}

function NotLoaded({ title }: { title: string }) {
  return (
    <ReloadPanel
      loading={<SiteImagesLoading />}
      title={title}
      text="Nothing was changed. Please try again in a moment."
    />
  );
}
