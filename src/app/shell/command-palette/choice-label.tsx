import type { LucideIcon } from "lucide-react";
import {
  CornerDownLeft,
  ExternalLink,
  FileUp,
  Images,
  PanelLeft,
  Plus,
  ReceiptText,
  Settings2,
  Shirt,
  Tags,
  Upload,
  Zap,
} from "lucide-react";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { areaIcons, businessAreas, contentAreas } from "../admin-areas.ts";
import type { Choice } from "./choice.ts";

const kindIcons: Readonly<Record<Choice["kind"], LucideIcon>> = {
  action: Zap,
  page: PanelLeft,
  setting: Settings2,
  product: Shirt,
  category: Tags,
  order: ReceiptText,
  media: Images,
};

/** The icons are keyed by path. */
const destinationIcons = new Map<string, LucideIcon>([
  ["/admin/products/new", Plus],
  ["/admin/import", FileUp],
  ["/admin?tab=media#upload", Upload],
  ["/", ExternalLink],
  ...[...contentAreas, ...businessAreas].map(({ path, icon }) => [path, areaIcons[icon]] as const),
]);

type ChoiceLabelProps = {
  choice: Choice;
  /** True when Enter opens it; undefined for a link. */
  isActive?: boolean;
};

export function ChoiceLabel({ choice, isActive }: ChoiceLabelProps) {
  const { kind, path, label, detail, aside, image } = choice;
  const Icon = destinationIcons.get(path) ?? kindIcons[kind];
  return (
    <>
      {image ? (
        <Thumbnail image={image} width={32} />
      ) : (
        <span className="flex w-8 shrink-0 justify-center text-ink-quiet">
          <Icon size={18} aria-hidden="true" />
        </span>
      )}
      <span className="min-w-0 grow sm:flex sm:items-baseline sm:gap-3">
        <span className="block truncate sm:shrink-0 sm:max-w-full">{label}</span>
        {detail && <span className="block min-w-0 truncate text-xs text-ink-quiet">{detail}</span>}
      </span>
      {aside && <span className="figures shrink-0 text-sm text-ink-soft">{aside}</span>}
      {isActive !== undefined && (
        <CornerDownLeft
          size={15}
          aria-hidden="true"
          className={`hidden text-ink-quiet sm:block ${isActive ? "" : "invisible"}`}
        />
      )}
    </>
  );
}

export function NothingFound({ text }: { text: string }) {
  return (
    <div className="px-4 py-8 text-center sm:px-10">
      <p className="display text-xl break-words">Nothing found for “{text}”</p>
      <p className="mx-auto mt-3 max-w-96 text-sm text-ink-soft">
        Try part of a product's name or SKU, the start of an order number, part of an email address,
        or the name of a setting.
      </p>
    </div>
  );
}
