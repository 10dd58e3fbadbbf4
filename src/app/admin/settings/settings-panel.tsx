import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import { Button } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Notice } from "#ui/notice.tsx";
import { FooterLinks } from "./footer-links.tsx";
import { GeneralFields } from "./general-fields.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NoticeFields } from "./notice-fields.tsx";
import { SeoFields } from "./seo-fields.tsx";
import type { SettingsPart } from "./settings-address.ts";
import { SETTINGS_PARTS, settingsQuery } from "./settings-address.ts";
import type { SettingsContent } from "./settings-content.server.ts";
import { SettingsLoading } from "./settings-loading.tsx";
import { CONFLICT } from "./settings-words.ts";
import { ShippingFields } from "./shipping-fields.tsx";
import { StripeIntegration } from "./stripe-integration.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

/** The Site Settings tab (specification 2). */
export function SettingsPanel({ content: { part, settings } }: { content: SettingsContent }) {
  if (settings === null) return <NotLoaded />;
  return <Settings part={part} latest={settings} />;
}

/** Puts the focus on the first mistake once its inner tab is there. */
function useFocusOnMistake(refusals: number, part: SettingsPart): void {
  const told = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mistake's inner tab may arrive later than the refusal
  useEffect(() => {
    if (refusals <= told.current) {
      told.current = refusals;
      return;
    }
    const field = document.querySelector<HTMLElement>("main form [aria-invalid=true]");
    if (!field) return;
    told.current = refusals;
    field.focus();
  }, [refusals, part]);
}

type Props = { part: SettingsPart; latest: AdminSettings };

function Settings({ part, latest }: Props) {
  const draft = useSettingsDraft(latest);
  useFocusOnMistake(draft.refusals, part);
  return (
    <section aria-labelledby="site-settings" className="pt-6">
      <form
        // A press before the script runs must not put what was typed into the address.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.busy === null) void draft.save();
        }}
      >
        <Head draft={draft} />
        <LinkTabs
          label="Site settings"
          className="mt-2 mb-6"
          tabs={SETTINGS_PARTS.map(({ value, label }) => ({
            label,
            search: settingsQuery(value),
            current: value === part,
          }))}
        />
        {draft.isStale && (
          <Notice kind="warning" live title="Not saved" className="mb-6 max-w-prose">
            {CONFLICT}
          </Notice>
        )}
        <div key={draft.round} className={part === "shipping" ? undefined : "max-w-prose"}>
          <Part part={part} draft={draft} />
        </div>
      </form>
      <LeaveGuard isDirty={draft.isDirty} />
    </section>
  );
}

function Head({ draft }: { draft: SettingsDraft }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id="site-settings" className="display text-xl">
        Site Settings
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" onClick={() => void draft.reset()}>
          Reset Changes
        </Button>
        <Button size="sm" type="submit" busy={draft.busy === "settings"}>
          Save Settings
        </Button>
        <p aria-live="polite" className="text-sm text-ink-quiet sm:order-first">
          {draft.isDirty && "Unsaved changes"}
        </p>
      </div>
    </div>
  );
}

function Part({ part, draft }: { part: SettingsPart; draft: SettingsDraft }) {
  switch (part) {
    case "general":
      return <GeneralFields draft={draft} />;
    case "footer":
      return <FooterLinks draft={draft} />;
    case "integrations":
      return <StripeIntegration draft={draft} />;
    case "seo":
      return <SeoFields draft={draft} />;
    case "shipping":
      return <ShippingFields draft={draft} />;
    case "notices":
      return <NoticeFields draft={draft} />;
  }
}

function NotLoaded() {
  const { revalidate, state } = useRevalidator();
  if (state !== "idle") return <SettingsLoading />;
  return (
    <section aria-label="Site Settings" className="pt-6">
      <ErrorPanel
        title="Error fetching settings"
        text="Nothing was changed. Please try again in a moment."
        onRetry={() => void revalidate()}
      />
    </section>
  );
}
