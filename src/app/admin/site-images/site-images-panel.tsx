import { useRevalidator } from "react-router";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { CategoryCards } from "./category-cards.tsx";
import { HeroImages } from "./hero-images.tsx";
import type { SiteImagesContent } from "./site-images-content.server.ts";
import { SiteImagesLoading } from "./site-images-loading.tsx";

/** The Site Images tab (specification 2): the Site Media Manager with its two tabs. */
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
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return <SiteImagesLoading />;
  return (
    <ErrorPanel
      title={title}
      text="Nothing was changed. Please try again in a moment."
      onRetry={() => void revalidate()}
    />
  );
}
