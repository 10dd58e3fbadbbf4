import type { ActionRefusal } from "#app/web/admin-action.ts";
import type { MediaUse } from "#features/base/media/media-item.ts";

const kinds: Record<MediaUse["kind"], string> = {
  product: "Product",
  category: "Category",
  hero: "Page hero",
  option: "Made-to-measure option",
  cloth: "Cloth",
  maker: "Maker",
  settings: "Settings",
};

export function kindWord(kind: MediaUse["kind"]): string {
  return kinds[kind];
}

export function mediaUsesLabel(uses: readonly MediaUse[]): string {
  const [first, ...others] = uses;
  if (!first) return "Not used";
  return others.length === 0 ? first.label : `${first.label} +${others.length}`;
}

const reasons: Record<string, string> = {
  not_found: "It is not in the library any more.",
  in_use: "It is shown in the shop. Choose an image to replace it.",
  all_in_use: "They are shown in the shop. Open each one to choose an image to replace it.",
  invalid: "Please select files first.",
  no_replacement: "The replacement image is no longer in the library.",
  failed: "The shop did not answer. Nothing was changed; please try again.",
};

const titles: Record<string, string> = {
  "describe-media": "The alt text was not saved",
  "focus-media": "The focal point was not saved",
  "describe-many": "The alt texts were not saved",
};

export function mediaRefusal(intent: string, error: string): ActionRefusal {
  const title = titles[intent] ?? "Failed to delete media";
  const description = reasons[error] ?? "Please load the page again.";
  return { notice: { kind: "error", title, description } };
}
