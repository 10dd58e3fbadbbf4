import { classNames } from "#ui/class-names.ts";
import type { Choice, ChoiceGroup } from "./choice.ts";
import { ChoiceLabel } from "./choice-label.tsx";

type Props = {
  id: string;
  groups: readonly ChoiceGroup[];
  /** The active one's place over all groups, or -1. */
  active: number;
  onActivate: (place: number) => void;
  onChoose: (choice: Choice) => void;
};

/** The choices under their headings, as the options of the field above, which keeps the focus. */
export function PaletteList({ id, groups, active, onActivate, onChoose }: Props) {
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { choices }) => sum + choices.length, 0),
  );
  return (
    <div id={id} role="listbox" aria-label="Results" hidden={groups.length === 0}>
      {groups.map(({ title, choices }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a list, not fields of a form
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="pt-3">
          <div id={`${id}-${title}`} role="presentation" className="eyebrow px-5 pb-1">
            {title}
          </div>
          {choices.map((choice, within) => {
            const place = (starts[index] ?? 0) + within;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys move through the list
              <div
                key={choice.path}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                onPointerMove={() => place !== active && onActivate(place)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
                className={classNames(
                  "flex min-h-11 cursor-pointer items-center gap-3 border-l-2 py-1 pr-5 pl-4.5 text-sm",
                  place === active ? "border-demerara bg-cloth" : "border-transparent",
                )}
              >
                <ChoiceLabel choice={choice} isActive={place === active} />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
