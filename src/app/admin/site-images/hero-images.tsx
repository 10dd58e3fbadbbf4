import { ExternalLink } from "lucide-react";
import { useNavigate } from "react-router";
import type { HeroCard } from "#features/media/site-image-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { SiteImageForm } from "./site-image-form.tsx";

type Props = { heroes: readonly HeroCard[]; pageName: HeroCard["pageName"] };

/** Page Hero Images: a page is chosen, its hero shown as wide as the page crops it. */
export function HeroImages({ heroes, pageName }: Props) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const hero = heroes.find((each) => each.pageName === pageName);
  if (!hero) return null;
  return (
    <div className="max-w-240">
      <form action="/admin" className="mb-5 flex flex-wrap items-end gap-4">
        <input type="hidden" name="tab" value="site-images" />
        <input type="hidden" name="part" value="heroes" />
        <Field label="Page" className="w-full sm:w-60">
          <Select
            name="page"
            value={pageName}
            onChange={({ target }) =>
              void navigate(`/admin?tab=site-images&part=heroes&page=${target.value}`, {
                preventScrollReset: true,
              })
            }
          >
            {heroes.map(({ pageName: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {!isHydrated && (
          <Button type="submit" variant="secondary">
            Show
          </Button>
        )}
        <a
          href={hero.path}
          target="_blank"
          rel="noopener"
          className="link flex min-h-11 items-center gap-2 text-sm"
        >
          <ExternalLink size={16} aria-hidden="true" />
          See the page
        </a>
      </form>
      <SiteImageForm
        key={pageName}
        name={`${hero.label} page`}
        target={{ kind: "hero", pageName }}
        picture={hero.picture}
        shape="hero"
      >
        <p className="text-sm text-ink-quiet">Recommended dimensions: 1920×600 pixels.</p>
      </SiteImageForm>
    </div>
  );
}
