import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { useId } from "react";
import type { FooterSettings } from "#features/settings/settings-schema.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Field, FieldError, Input } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import type { FooterEdit } from "./footer-edit.ts";
import { editedLinks } from "./footer-edit.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";

type Links = FooterSettings["links"];

function focusLater(place: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-footer="${place}"]`)?.focus(),
  );
}

/** The owner's own links in the footer (specification 2, Footer). */
export function FooterLinks({ draft }: { draft: SettingsDraft }) {
  const { links } = draft.values.footer;
  const errorId = useId();
  const set = (next: Links) => draft.set("footer", { links: next });
  /** Before the script runs the button posts the form, and the shop answers with the list so changed. */
  const edit = (wish: FooterEdit, focus: string) => ({
    type: "submit" as const,
    name: "do",
    value: wish,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      set(editedLinks(links, wish));
      focusLater(focus);
    },
  });
  const add = edit("add-link", `text-${links.length}`);
  if (links.length === 0) {
    return (
      <EmptyState
        title="No footer links added yet"
        action={<Button {...add}>Add your first link</Button>}
      >
        The links for customer service stand in the footer in any case.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        These stand in the footer beside the links for customer service.
      </p>
      <ol className="border-t border-line">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link is what stands at its place; two may be alike
          <li key={index} className="border-b border-line py-3">
            <LinkRow
              link={link}
              place={index}
              count={links.length}
              problems={draft.problems}
              onChange={(next) => set(links.map((held, at) => (at === index ? next : held)))}
              up={edit(`up:${index}`, index === 1 ? "down-0" : `up-${index - 1}`)}
              down={edit(
                `down:${index}`,
                `${index === links.length - 2 ? "up" : "down"}-${index + 1}`,
              )}
              remove={edit(`delete:${index}`, "add")}
            />
          </li>
        ))}
      </ol>
      <FieldError id={errorId} error={draft.problems["footer.links"]} />
      <Button {...add} data-footer="add" size="sm" variant="secondary" className="mt-4">
        <Plus size={16} aria-hidden="true" />
        Add Link
      </Button>
    </>
  );
}

type EditProps = Omit<ComponentProps<typeof IconButton>, "label" | "icon">;

type RowProps = {
  link: Links[number];
  place: number;
  count: number;
  problems: SettingsDraft["problems"];
  onChange: (link: Links[number]) => void;
  up: EditProps;
  down: EditProps;
  remove: EditProps;
};

function LinkRow({ link, place, count, problems, onChange, up, down, remove }: RowProps) {
  const name = link.text || `link ${place + 1}`;
  const problem = (field: string) => problems[`footer.links.${place}.${field}`];
  const faint = "disabled:opacity-40 disabled:hover:text-ink";
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <Field label="Text" error={problem("text")}>
        <Input
          name={`footer.links.${place}.text`}
          data-footer={`text-${place}`}
          value={link.text}
          autoComplete="off"
          onChange={(event) => onChange({ ...link, text: event.target.value })}
        />
      </Field>
      <Field label="URL" error={problem("url")}>
        <Input
          name={`footer.links.${place}.url`}
          value={link.url}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="/about or https://"
          onChange={(event) => onChange({ ...link, url: event.target.value })}
        />
      </Field>
      <div className="flex justify-end sm:mt-7">
        <IconButton
          {...up}
          data-footer={`up-${place}`}
          label={`Move ${name} up`}
          title="Move up"
          disabled={place === 0}
          className={faint}
          icon={<ArrowUp size={18} aria-hidden="true" />}
        />
        <IconButton
          {...down}
          data-footer={`down-${place}`}
          label={`Move ${name} down`}
          title="Move down"
          disabled={place === count - 1}
          className={faint}
          icon={<ArrowDown size={18} aria-hidden="true" />}
        />
        <IconButton
          {...remove}
          label={`Delete ${name}`}
          title="Delete"
          icon={<Trash2 size={18} aria-hidden="true" />}
        />
      </div>
    </div>
  );
}
