import type { PresetOutcome } from "#features/media/upload-presets.server.ts";

/** What a change of the site's pictures came to, in the words of its toast (specification 8). */
export type SiteImageAnswer = { ok: boolean; title: string; words: string };

/** The address that changes the site's pictures. */
export const SITE_IMAGES_PATH = "/admin/site-images";

const shownWords = {
  category: "Category image has been updated successfully",
  hero: "Hero image has been updated successfully",
};

/** The words for a picture that was put on a page or a category; null where it could not be. */
export function shownAnswer(kind: keyof typeof shownWords | null): SiteImageAnswer {
  return kind
    ? { ok: true, title: "Image uploaded", words: shownWords[kind] }
    : { ok: false, title: "Upload failed", words: "Failed to upload image" };
}

/** The words for the presets: how many, and of those that failed each with its reason. */
export function presetAnswer({ done, failed }: PresetOutcome): SiteImageAnswer {
  const reasons = failed.map(({ categoryName, reason }) => `${categoryName}: ${reason}`).join(". ");
  if (done.length === 0) {
    return {
      ok: false,
      title: "Upload failed",
      words: `Failed to upload preset category images. ${reasons}`,
    };
  }
  const count = `Successfully uploaded ${done.length} category images`;
  const words = failed.length > 0 ? `${count} (${failed.length} failed). ${reasons}` : count;
  return { ok: true, title: "Preset images uploaded", words };
}
