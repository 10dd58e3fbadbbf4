import { Copy, Trash2 } from "lucide-react";
import { OpenDialog } from "#app/components/admin/page-dialog.tsx";
import { mediaPath } from "#features/base/media/media-item.ts";
import type { MediaListRow } from "#features/base/media/media-queries.server.ts";
import { IconButton } from "#ui/button.tsx";
import { showToast } from "#ui/toast-store.ts";

type Props = {
  item: MediaListRow;
  onOpen: (dialog: string) => void;
};

export function deleteMediaDialog({ id }: Pick<MediaListRow, "id">): string {
  return `delete-${id}`;
}

async function copyAddress(item: MediaListRow): Promise<void> {
  const url = new URL(mediaPath(item), location.origin).href;
  try {
    await navigator.clipboard.writeText(url);
    showToast({ kind: "success", title: "Address copied", description: url });
  } catch {
    // Browsers without clipboard access (plain HTTP) show the URL for copying.
    showToast({ title: "Copy this address", description: url });
  }
}

export function MediaActions({ item, onOpen }: Props) {
  return (
    <div className="-my-1.5 flex justify-end">
      <IconButton
        label={`Copy the address of ${item.name}`}
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => void copyAddress(item)}
      />
      <OpenDialog dialog={deleteMediaDialog(item)} onOpen={onOpen}>
        <IconButton
          type="submit"
          label={`Delete ${item.name}`}
          icon={<Trash2 size={18} aria-hidden="true" />}
        />
      </OpenDialog>
    </div>
  );
}
