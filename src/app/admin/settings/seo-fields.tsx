import { Images } from "lucide-react";
import { useState } from "react";
import { imagePath } from "#features/media/image-address.ts";
import type { SeoSettings } from "#features/settings/settings-schema.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Switch } from "#ui/switch.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { PictureChooser } from "../media/picture-chooser.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

/** What search engines and messengers are told of the shop (decision D6). */
export function SeoFields({ draft }: { draft: SettingsDraft }) {
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
      <SocialImage draft={draft} onChoose={(socialImageId) => put({ socialImageId })} />
      <Switch
        className="border-y border-line py-2 sm:col-span-2"
        label="Search engines may show the shop"
        hint="Off, every page and robots.txt ask them to stay away."
        name="seo.indexing"
        checked={seo.indexing}
        onChange={(event) => put({ indexing: event.target.checked })}
      />
      <Field
        label="Google verification code"
        optional
        hint="What stands in content=… of Google's tag."
        error={problem("googleVerification")}
      >
        <Input
          name="seo.googleVerification"
          value={seo.googleVerification}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => put({ googleVerification: event.target.value })}
        />
      </Field>
      <Field
        label="Bing verification code"
        optional
        hint="What stands in content=… of Bing's tag."
        error={problem("bingVerification")}
      >
        <Input
          name="seo.bingVerification"
          value={seo.bingVerification}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => put({ bingVerification: event.target.value })}
        />
      </Field>
    </div>
  );
}

type ImageProps = { draft: SettingsDraft; onChoose: (id: string | null) => void };

function SocialImage({ draft, onChoose }: ImageProps) {
  const [open, setOpen] = useState(false);
  const id = draft.values.seo.socialImageId;
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 text-sm font-medium">Social image</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex aspect-[1200/630] w-44 items-center justify-center overflow-hidden bg-cloth">
          {id ? (
            <img
              src={imagePath(id, 480, "webp")}
              alt="Shown with shared links"
              className="size-full object-cover"
            />
          ) : (
            <span className="px-3 text-center text-xs text-ink-quiet">
              The shop's own card, drawn from its name and the home page's picture
            </span>
          )}
        </div>
        <div className="flex flex-wrap gap-x-5">
          <Button
            id="seo.socialImageId"
            size="sm"
            variant="secondary"
            onClick={() => setOpen(true)}
          >
            <Images size={16} aria-hidden="true" />
            Choose from library
          </Button>
          {id && (
            <Button size="sm" variant="quiet" onClick={() => onChoose(null)}>
              Use the shop's own card
            </Button>
          )}
        </div>
      </div>
      <FieldError id="social-image-error" error={draft.problems["seo.socialImageId"]} />
      {open && (
        <Dialog open onOpenChange={setOpen} title="Choose the social image" size="lg" fillsPhone>
          <PictureChooser
            verb="Use"
            onChoose={(picture) => {
              setOpen(false);
              onChoose(picture.id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
