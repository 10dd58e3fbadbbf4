import type { SeoSettings } from "#features/settings/settings-schema.ts";
import { Switch } from "#ui/checkbox.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import type { SettingsFormResult } from "./settings-form-result.ts";
import { SocialImage } from "./social-image.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

type Props = {
  draft: SettingsDraft;
  /** The library's newest pictures, when they were asked for without script. */
  pictures: SettingsFormResult["pictures"];
};

/** What search engines and messengers are told of the shop (decision D6). */
export function SeoFields({ draft, pictures }: Props) {
  const seo = draft.values.seo;
  const put = (change: Partial<SeoSettings>) => draft.set("seo", { ...seo, ...change });
  const problem = (field: keyof SeoSettings) => draft.problems[`seo.${field}`];
  const { siteName } = draft.values.general;
  const words: Record<string, string> = { "{page}": "Shop", "{site}": siteName };
  const example = seo.titlePattern.replace(/\{\w+\}/g, (place) => words[place] ?? place);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Title pattern"
        hint={`{page} stands for the page's name, {site} for the shop's: “${example}”`}
        error={problem("titlePattern")}
        className="sm:col-span-2"
      >
        <Input
          name="seo.titlePattern"
          value={seo.titlePattern}
          spellCheck={false}
          onChange={(event) => put({ titlePattern: event.target.value })}
        />
      </Field>
      <Field
        label="Description"
        optional
        hint="For pages without one of their own; empty, the site's description stands in."
        error={problem("description")}
        className="sm:col-span-2"
      >
        <Textarea
          name="seo.description"
          rows={3}
          value={seo.description}
          onChange={(event) => put({ description: event.target.value })}
        />
      </Field>
      <SocialImage
        id={seo.socialImageId}
        error={problem("socialImageId")}
        pictures={pictures}
        onChoose={(socialImageId) => put({ socialImageId })}
      />
      <Switch
        className="border-y border-line py-2 sm:col-span-2"
        label="Search engines may show the shop"
        hint="Off, every page and robots.txt ask them to stay away."
        name="seo.indexing"
        checked={seo.indexing}
        onChange={(event) => put({ indexing: event.target.checked })}
      />
      {(["Google", "Bing"] as const).map((engine) => {
        const field = engine === "Google" ? "googleVerification" : "bingVerification";
        return (
          <Field
            key={engine}
            label={`${engine} verification code`}
            optional
            hint={`What stands in content=… of ${engine}'s tag.`}
            error={problem(field)}
          >
            <Input
              name={`seo.${field}`}
              value={seo[field]}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => put({ [field]: event.target.value })}
            />
          </Field>
        );
      })}
    </div>
  );
}
