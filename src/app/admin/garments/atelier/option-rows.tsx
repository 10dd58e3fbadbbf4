import type { FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { TermsForm } from "#features/garments/options/terms-form.ts";
import { IconButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

export type TermsFormMetadata = FormMetadata<TermsForm & { version: string }>;

const faint = "disabled:opacity-40 disabled:hover:text-ink";

/** Moves the focus once the list has changed. */
export function focusLater(target: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-option="${target}"]`)?.focus(),
  );
}

export type Removed<Value> = { index: number; value: Value; label: string };

export type RowProps = {
  form: TermsFormMetadata;
  list: string;
  index: number;
  count: number;
  label: string;
  onRemove: () => void;
};

/** The buttons move or remove an entry, with and without JavaScript. */
export function RowButtons({ form, list, index, count, label, onRemove }: RowProps) {
  const move = (to: number) => form.reorder.getButtonProps({ name: list, from: index, to });
  const key = (at: number, way: string) => `${list}-${at}-${way}`;
  return (
    <div className="flex shrink-0 text-ink-soft">
      <IconButton
        {...move(index - 1)}
        type="submit"
        data-option={key(index, "up")}
        label={`Move ${label} up`}
        disabled={index === 0}
        className={faint}
        onClick={() => focusLater(index === 1 ? key(0, "down") : key(index - 1, "up"))}
        icon={<ArrowUp size={18} aria-hidden="true" />}
      />
      <IconButton
        {...move(index + 1)}
        type="submit"
        data-option={key(index, "down")}
        label={`Move ${label} down`}
        disabled={index === count - 1}
        className={faint}
        onClick={() =>
          focusLater(index === count - 2 ? key(index + 1, "up") : key(index + 1, "down"))
        }
        icon={<ArrowDown size={18} aria-hidden="true" />}
      />
      <IconButton
        {...form.remove.getButtonProps({ name: list, index })}
        type="submit"
        label={`Remove ${label}`}
        className="hover:text-hibiscus"
        onClick={() => {
          onRemove();
          focusLater(`${list}-undo`);
        }}
        icon={<Trash2 size={18} aria-hidden="true" />}
      />
    </div>
  );
}

type UndoProps<Value> = {
  form: TermsFormMetadata;
  list: string;
  removed: Removed<Value> | null;
  onUndone: () => void;
};

export function UndoRemoval<Value>({ form, list, removed, onUndone }: UndoProps<Value>) {
  return (
    <div role="status" className="empty:sr-only">
      {removed && (
        <Notice kind="info" className="my-3">
          {removed.label} is removed with the next save.{" "}
          <button
            type="button"
            data-option={`${list}-undo`}
            className="link min-h-6 font-medium"
            onClick={() => {
              const { index, value } = removed;
              form.insert({ name: list, index, defaultValue: value as never });
              onUndone();
            }}
          >
            Undo
          </button>
        </Notice>
      )}
    </div>
  );
}

export const nameOf = (value: unknown, otherwise: string): string => {
  const name = (value as { name?: unknown } | undefined)?.name;
  return typeof name === "string" && name.trim() !== "" ? name : otherwise;
};
