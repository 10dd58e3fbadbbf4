import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";

export type ChoiceLink = { label: string; to: string; current: boolean };

type Props = { label: string; choices: readonly ChoiceLink[]; className?: string };

/** One of a few views of the same page, as links: they work without script and can be shared. */
export function ChoiceLinks({ label, choices, className }: Props) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex gap-7">
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link
              to={choice.to}
              preventScrollReset
              aria-current={choice.current ? "true" : undefined}
              // Wider than its word under the finger, and still in line with what stands above.
              className="group -mx-3 flex min-h-11 min-w-11 px-3 text-sm"
            >
              <span
                className={classNames(
                  "flex items-center border-b transition-colors",
                  choice.current
                    ? "border-ink font-medium"
                    : "border-transparent text-ink-quiet group-hover:text-demerara",
                )}
              >
                {choice.label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
