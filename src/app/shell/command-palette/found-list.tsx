import { Link } from "react-router";
import type { ChoiceGroup } from "./choice.ts";
import { ChoiceLabel } from "./choice-label.tsx";

/** What was found, as links under their headings. */
export function FoundList({ groups }: { groups: readonly ChoiceGroup[] }) {
  return groups.map(({ title, choices }) => (
    <section key={title} className="mb-6">
      <h2 className="eyebrow mb-1">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {choices.map((choice) => (
          <li key={choice.path}>
            <Link
              to={choice.path}
              className="flex min-h-12 items-center gap-3 py-1 -outline-offset-2 transition-colors hover:bg-paper"
            >
              <ChoiceLabel choice={choice} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
