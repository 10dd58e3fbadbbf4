import type { FieldMetadata } from "@conform-to/react";
import { Images } from "lucide-react";
import { useState } from "react";
import { ImagePicker } from "#app/components/media/image-picker.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";

type Props = {
  field: FieldMetadata<string>;
  /** Completes "Picture of …". */
  of: string;
  onChange: (mediaId: string) => void;
  className?: string;
};

/** A picture from the media library. Without JavaScript it can only be kept. */
export function ImageField({ field, of, onChange, className }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isRunning = useHydrated();
  const id = typeof field.value === "string" ? field.value : "";
  return (
    <div className={className}>
      <input type="hidden" key={field.key} name={field.name} value={id} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Thumbnail image={id ? { id } : null} width={64} />
        {isRunning && (
          <div className="flex flex-wrap gap-x-4">
            <Button
              size="sm"
              variant="quiet"
              aria-label={`${id ? "Change" : "Choose"} picture of ${of}`}
              onClick={() => setOpen(true)}
            >
              <Images size={16} aria-hidden="true" />
              {id ? "Change picture" : "Choose picture"}
            </Button>
            {id && (
              <Button
                size="sm"
                variant="quiet"
                aria-label={`Remove the picture of ${of}`}
                onClick={() => onChange("")}
              >
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      <FieldError id={`${field.id}-error`} error={field.errors?.[0]} />
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title={`Picture of ${of}`} size="lg" fillsPhone>
          <ImagePicker
            verb="Use"
            onChoose={(image) => {
              setOpen(false);
              onChange(image.id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
