import { useState } from "react";
import type { MediaListRow } from "#features/media/media-list-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { ImagePicker } from "./image-picker.tsx";
import { Uses } from "./media-detail.tsx";
import { MediaPreview } from "./media-preview.tsx";

type Props = {
  item: MediaListRow;
  busy: boolean;
  onClose: () => void;
  onDelete: (item: MediaListRow, replaceWith: string | null) => void;
};

/** Asks before an item is deleted for good; one that the shop shows must first be given a picture to take its place. */
export function DeleteMediaDialog(props: Props) {
  const { item, busy, onClose, onDelete } = props;
  if (item.uses.length > 0) return <ReplaceDialog {...props} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      description={`This action cannot be undone. This will permanently delete ${item.name} from your media library.`}
      confirmLabel="Delete"
      busy={busy}
      onConfirm={() => onDelete(item, null)}
    />
  );
}

function ReplaceDialog({ item, busy, onClose, onDelete }: Props) {
  const [chosen, setChosen] = useState<MediaListRow | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${item.name} is in use`}
      size="md"
      fillsPhone
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabled={chosen === null}
            onClick={() => chosen && onDelete(item, chosen.id)}
          >
            Replace and delete
          </Button>
        </>
      }
    >
      <Notice kind="warning">
        This action cannot be undone. The shop shows this file: it can be deleted only when another
        picture takes its place there.
      </Notice>
      <h3 className="eyebrow mt-5 mb-1">Used in</h3>
      <Uses item={item} />
      <h3 className="eyebrow mt-5 mb-2">In its place</h3>
      {chosen ? (
        <div className="flex items-center gap-3">
          <MediaPreview item={chosen} look="thumb" />
          <span className="min-w-0 grow truncate text-sm font-medium">{chosen.name}</span>
          <Button variant="quiet" onClick={() => setChosen(null)}>
            Choose another
          </Button>
        </div>
      ) : (
        <ImagePicker verb="Put in its place" without={item.id} onChoose={setChosen} />
      )}
    </Dialog>
  );
}
