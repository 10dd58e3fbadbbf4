import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { MAX_SEARCH_LENGTH, shownSearch } from "#features/catalog/search/search-text.ts";
import { searchAdmin } from "#features/office/reports/search-admin.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { AdminError, AdminPage } from "../admin-page.tsx";
import type { Route } from "./+types/search.ts";
import type { ChoiceGroup } from "./choice.ts";
import { ChoiceLabel, NothingFound } from "./choice-label.tsx";
import { firstGroups, foundChoices, groupsFor } from "./offered-groups.ts";

function FoundList({ groups }: { groups: readonly ChoiceGroup[] }) {
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

export async function loader({ context, url }: Route.LoaderArgs) {
  const text = shownSearch(url.searchParams.get("q"));
  const actor = context.get(actorContext);
  const found = await searchAdmin(context.get(depsContext).db, { actor, text });
  if (!found.ok) return refuse();
  return {
    text,
    groups: text === "" ? firstGroups([]) : groupsFor(text, foundChoices(found.value)),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.text ? `“${loaderData.text}” | Search` : "Search" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Replaces the palette until the script runs. */
export default function AdminSearch({ loaderData: { text, groups } }: Route.ComponentProps) {
  return (
    <AdminPage title="Search" lead="Products, orders, categories, media, settings and every page.">
      <Form
        key={text}
        role="search"
        aria-label="Everything"
        className="flex max-w-prose items-end gap-3"
      >
        <Field label="Search for" className="grow">
          <Input
            type="search"
            name="q"
            defaultValue={text}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
          />
        </Field>
        <Button type="submit">
          <Search size={16} aria-hidden="true" />
          Search
        </Button>
      </Form>
      <div className="mt-8 max-w-prose">
        {groups.length === 0 ? <NothingFound text={text} /> : <FoundList groups={groups} />}
      </div>
    </AdminPage>
  );
}
