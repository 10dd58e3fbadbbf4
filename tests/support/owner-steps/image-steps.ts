import sharp from "sharp";
import {
  deleteMedia,
  describeMedia,
  focusMedia,
} from "#features/base/media/change-media.server.ts";
import {
  setCategoryImage,
  setPageHero,
  uploadPresets,
} from "#features/base/media/set-site-image.server.ts";
import type { OwnerBench, Step } from "./owner-bench.ts";

export function imageSteps(bench: OwnerBench): Step[] {
  return [
    {
      what: "a site image: a page's hero",
      by: "media/set-page-hero",
      page: () => "/",
      write: () =>
        setPageHero(bench.deps(), {
          actor: bench.actor(),
          pageName: "home",
          mediaId: bench.there.hero,
        }),
      shows: () => bench.there.hero,
    },
    {
      what: "a picture's alt text",
      by: "media/describe-media",
      page: () => "/",
      write: () =>
        describeMedia(bench.deps(), {
          actor: bench.actor(),
          id: bench.there.hero,
          altText: "A tailor at work",
        }),
      shows: () => "A tailor at work",
    },
    {
      what: "a picture's focal point",
      by: "media/focus-media",
      page: () => "/",
      write: () =>
        focusMedia(bench.deps(), {
          actor: bench.actor(),
          id: bench.there.hero,
          x: 0.875,
          y: 0.125,
        }),
      shows: () => "0.875",
    },
    {
      what: "a site image: a category's picture",
      by: "media/set-category-image",
      page: () => "/collections/evening-elegance",
      write: () =>
        setCategoryImage(bench.deps(), {
          actor: bench.actor(),
          categoryId: bench.there.evening,
          mediaId: bench.there.banner,
        }),
      shows: () => bench.there.banner,
    },
    {
      what: "the bundled pictures of the categories",
      by: "media/link-preset",
      page: () => "/collections/evening-elegance",
      gone: true,
      write: async () => {
        const blank = sharp({ create: { width: 4, height: 5, channels: 3, background: "#fff" } });
        const bytes = await blank.webp().toBuffer();
        return uploadPresets(
          { ...bench.deps(), readPreset: async () => bytes },
          { actor: bench.actor() },
        );
      },
      shows: () => bench.there.banner,
    },
    {
      what: "a deleted picture and the one in its place",
      by: "media/delete-media",
      page: () => "/",
      write: () =>
        deleteMedia(bench.deps(), {
          actor: bench.actor(),
          id: bench.there.hero,
          replaceWith: bench.there.social,
        }),
      shows: () => bench.there.social,
    },
  ];
}
