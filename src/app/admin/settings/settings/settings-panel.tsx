import { getFormProps } from "@conform-to/react";
import type { ComponentProps } from "react";
import { useLocation } from "react-router";
import { DASHBOARD_PATH, readTab } from "#app/components/admin/dashboard-tabs.ts";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";
import { SettingsLoading } from "#app/components/admin/tab-loading.tsx";
import type { ActionResult } from "#app/web/admin-action.ts";
import type { SettingsTab } from "#features/base/settings/setting-description.ts";
import { SETTINGS_TABS } from "#features/base/settings/setting-description.ts";
import type { AdminSettings } from "#features/base/settings/settings-form.ts";
import { sectionsOf, settingsQuery } from "#features/base/settings/settings-sections.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useHydrated } from "#ui/hydration.ts";
import { Notice, ReloadPanel } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { SettingsContent } from "./settings-actions.server.ts";
import { SectionFields } from "./settings-fields.tsx";
import { CONFLICT, settingsDoneMessage } from "./settings-messages.ts";
import { StripeIntegration } from "./stripe-integration.tsx";
import type { SettingsEditor } from "./use-settings-form.ts";
import { useSettingsForm } from "./use-settings-form.ts";

type PanelProps = {
  content: SettingsContent;
  /** Set after a post without JavaScript. */
  posted?: ActionResult | null;
};

export function SettingsPanel({ content, posted = null }: PanelProps) {
  const { settings, ...rest } = content;
  if (settings === null) return <NotLoaded />;
  return <Settings {...rest} latest={settings} posted={posted} />;
}

type Props = Omit<SettingsContent, "settings"> & {
  latest: AdminSettings;
  posted: ActionResult | null;
};

/** All tabs are one form. Without JavaScript only the open tab is in the page. */
function Settings({ tab, latest, payments, images, posted }: Props) {
  const editor = useSettingsForm({ tab, latest, posted });
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  const isReset = !posted && new URLSearchParams(search).get("done") === "reset";
  const shown = isHydrated ? SETTINGS_TABS : SETTINGS_TABS.filter(({ value }) => value === tab);
  return (
    <section aria-labelledby="site-settings" className="pt-6">
      <form
        {...getFormProps(editor.form)}
        method="post"
        action={pathname + settingsQuery(tab)}
        noValidate
      >
        <Head tab={tab} editor={editor} />
        <LinkTabs
          label="Site settings"
          className="mt-2 mb-6"
          tabs={SETTINGS_TABS.map(({ value, label }) => ({
            label,
            search: settingsQuery(value),
            current: value === tab,
          }))}
        />
        {isReset && (
          <Notice kind="success" title={settingsDoneMessage("reset").title} className="mb-6" />
        )}
        {editor.isStale && (
          <Notice kind="warning" live title="Not saved" className="mb-6 max-w-prose">
            {CONFLICT}
          </Notice>
        )}
        {shown.map(({ value }) => (
          <div
            key={value}
            hidden={value !== tab}
            className={value === "shipping" ? "space-y-6" : "max-w-prose space-y-6"}
          >
            {value === "integrations" && (
              <StripeIntegration editor={editor} stripe={latest.stripe} payments={payments} />
            )}
            {sectionsOf(value).map((name) => (
              <SectionFields key={name} name={name} editor={editor} images={images} />
            ))}
            <Versions tab={value} editor={editor} />
          </div>
        ))}
        {/* Last, because the submit button's intent must come first. */}
        <input type="hidden" name="intent" value="save-settings" />
      </form>
      <LeaveGuard
        isChanged={editor.isDirty}
        keepsChanges={isSettingsTab}
        description="The settings you changed are not saved yet. If you leave now, your changes are lost."
      />
    </section>
  );
}

/** Prevents overwriting others' changes. */
function Versions({ tab, editor }: { tab: SettingsTab; editor: SettingsEditor }) {
  const names = tab === "integrations" ? ["integrations", ...sectionsOf(tab)] : sectionsOf(tab);
  return names.map((name) => (
    <input key={name} type="hidden" name={`version.${name}`} value={editor.versions[name] ?? ""} />
  ));
}

function Head({ tab, editor }: { tab: SettingsTab; editor: SettingsEditor }) {
  const isHydrated = useHydrated();
  const look = { size: "sm", variant: "secondary" } as const;
  return (
    <div className="flex-wrap items-center justify-between gap-x-6 gap-y-3 max-lg:contents lg:flex">
      <h2 id="site-settings" className="display text-xl">
        Site Settings
      </h2>
      <div
        data-top-bar={editor.isDirty ? "" : undefined}
        className={classNames(
          "flex flex-wrap items-center gap-3 max-lg:py-2",
          // Under the shop's own header, because a long tab is left behind before it is saved.
          editor.isDirty && "max-lg:sticky max-lg:top-23 max-lg:z-10 max-lg:bg-white",
        )}
      >
        {isHydrated ? (
          <Button {...look} onClick={() => void editor.reset()}>
            Reset Changes
          </Button>
        ) : (
          <ButtonLink {...look} to={`${settingsQuery(tab)}&done=reset`} reloadDocument>
            Reset Changes
          </ButtonLink>
        )}
        <Button size="sm" type="submit" busy={editor.saving === "save-settings"}>
          Save Settings
        </Button>
        <p aria-live="polite" className="text-sm text-ink-quiet sm:order-first">
          {editor.isDirty && "Unsaved changes"}
        </p>
      </div>
    </div>
  );
}

/** The settings keep their input across their own tabs. */
const isSettingsTab: ComponentProps<typeof LeaveGuard>["keepsChanges"] = ({
  nextLocation: { pathname, search },
}) => pathname === DASHBOARD_PATH && readTab(new URLSearchParams(search)) === "settings";

function NotLoaded() {
  return (
    <ReloadPanel
      loading={<SettingsLoading />}
      title="Error fetching settings"
      text="Nothing was changed. Please try again in a moment."
      className="mt-6"
    />
  );
}
