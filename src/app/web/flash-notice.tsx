import { Notice } from "#ui/notice.tsx";
import type { Flash } from "./flash-messages.ts";
import { flashMessage } from "./flash-messages.ts";

/** The message of the page before in the page: a toast goes, and a browser without script has none. */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  if (!flash) return null;
  const { kind, title, description } = flashMessage(flash);
  return (
    <Notice kind={kind ?? "info"} title={title} className="mb-8">
      {description}
    </Notice>
  );
}
