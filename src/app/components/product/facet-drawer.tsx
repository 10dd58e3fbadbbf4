import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/dialog.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { ClearAll, FacetForm } from "./facet-form.tsx";
import type { ListingChoices } from "./listing-url.ts";

type Props = ListingChoices & { open: boolean; onClose: () => void };

const lines = ["w-1/2", "w-2/3", "w-3/5", "w-1/2", "w-2/5", "w-2/3", "w-1/2"];

/** The grid behind updates with every tick. */
export function FacetDrawer({ open, onClose, view, facets, gender }: Props) {
  // The page drops the counts while the drawer closes.
  const [lastShown, setLastShown] = useState(facets);
  if (facets && facets !== lastShown) setLastShown(facets);
  const shown = facets ?? lastShown;
  const productCount = shown?.total ?? 0;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Filter"
      aside={
        <ClearAll withGender={gender !== undefined} className="link px-2 py-2 text-sm text-ink" />
      }
      footer={
        <Button size="lg" className="w-full" onClick={onClose}>
          {shown
            ? `Show ${productCount} ${productCount === 1 ? "piece" : "pieces"}`
            : "Show pieces"}
        </Button>
      }
    >
      {shown ? (
        <FacetForm view={view} facets={shown} gender={gender} />
      ) : (
        <div role="status" className="space-y-6">
          <span className="sr-only">Loading</span>
          {lines.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
            <SkeletonLine key={index} className={width} />
          ))}
        </div>
      )}
    </Drawer>
  );
}
