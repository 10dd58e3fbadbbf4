import { useEffect, useRef } from "react";
import { useBlocker, useRevalidator } from "react-router";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { GeneralSettings } from "#features/settings/settings-schema.ts";
import { CARD_LOGOS } from "#features/settings/settings-schema.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { ErrorPanel, Notice } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import { DASHBOARD_PATH, readTab } from "../dashboard/dashboard-tabs.ts";
import { FooterLinks } from "./footer-links.tsx";
import { SeoFields } from "./seo-fields.tsx";
import type { SettingsContent } from "./settings-content.server.ts";
import type { SettingsFormResult } from "./settings-form-result.ts";
import { SettingsLoading } from "./settings-loading.tsx";
import { CONFLICT, settingsDoneMessage } from "./settings-messages.ts";
import type { SettingsPart } from "./settings-url.ts";
import { SETTINGS_PARTS, settingsQuery } from "./settings-url.ts";
import { ShippingFields } from "./shipping-fields.tsx";
import { StripeIntegration } from "./stripe-integration.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

/** The line above every page, and the words and logos under the cart (decisions S12 and S16). */
function NoticeFields({ draft }: { draft: SettingsDraft }) {
  const { announcement, cart } = draft.values;
  return (
    <div className="space-y-6">
      <Field
        label="Announcement"
        optional
        hint="One line above every page of the shop. Shoppers may dismiss it; new words show again."
        error={draft.problems["announcement.text"]}
      >
        <Input
          name="announcement.text"
          value={announcement.text ?? ""}
          autoComplete="off"
          onChange={(event) => draft.set("announcement", { text: event.target.value || null })}
        />
      </Field>
      <Field
        label="Text under the cart"
        optional
        hint="What you promise here is what shoppers will hold you to: see the Returns page."
        error={draft.problems["cart.footerText"]}
      >
        <Input
          name="cart.footerText"
          value={cart.footerText}
          autoComplete="off"
          onChange={(event) => draft.set("cart", { ...cart, footerText: event.target.value })}
        />
      </Field>
      <fieldset>
        <legend className="text-sm font-medium">Ways to pay, shown under the cart</legend>
        <div className="flex flex-wrap gap-x-8">
          {CARD_LOGOS.map((logo) => (
            <Checkbox
              key={logo}
              label={logo}
              name="cart.cardLogos"
              value={logo}
              checked={cart.cardLogos.includes(logo)}
              onChange={(event) =>
                draft.set("cart", {
                  ...cart,
                  cardLogos: CARD_LOGOS.filter((each) =>
                    each === logo ? event.target.checked : cart.cardLogos.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

/** Asks before unsaved changes are left behind; from one inner tab to another they come along. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname, search } }) =>
      isDirty &&
      !(pathname === DASHBOARD_PATH && readTab(new URLSearchParams(search)) === "settings"),
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="The settings you changed are not saved yet. If you leave now, your changes are lost."
      cancelLabel="Stay here"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** What the shop is called and where it is reached (specification 2, General). */
function GeneralFields({ draft }: { draft: SettingsDraft }) {
  const general = draft.values.general;
  const bind = (field: keyof GeneralSettings) => ({
    name: `general.${field}`,
    value: general[field],
    onChange: (event: { target: { value: string } }) =>
      draft.set("general", { ...general, [field]: event.target.value }),
  });
  const problem = (field: keyof GeneralSettings) => draft.problems[`general.${field}`];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Site Name" error={problem("siteName")} className="sm:col-span-2">
        <Input {...bind("siteName")} required autoComplete="off" />
      </Field>
      <Field
        label="Site Description"
        optional
        hint="Stands in the footer, and under the shop's name where it is found."
        error={problem("siteDescription")}
        className="sm:col-span-2"
      >
        <Textarea {...bind("siteDescription")} rows={3} />
      </Field>
      <Field label="Contact Email" error={problem("contactEmail")}>
        <Input {...bind("contactEmail")} type="email" required autoComplete="off" />
      </Field>
      <Field label="Contact Phone" optional error={problem("contactPhone")}>
        <Input {...bind("contactPhone")} type="tel" autoComplete="off" />
      </Field>
      <Field
        label="Business Address"
        optional
        hint="Street, town, country"
        error={problem("address")}
        className="sm:col-span-2"
      >
        <Input {...bind("address")} autoComplete="off" />
      </Field>
    </div>
  );
}

type PanelProps = {
  content: SettingsContent;
  /** What came of a form that was posted without script and not saved. */
  answer?: SettingsFormResult | null;
};

/** The Site Settings tab (specification 2). */
export function SettingsPanel({ content, answer = null }: PanelProps) {
  const { part, settings, payments, done } = content;
  if (settings === null) return <NotLoaded />;
  return <Settings part={part} latest={settings} payments={payments} answer={answer} done={done} />;
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

type Props = {
  part: SettingsPart;
  latest: AdminSettings;
  payments: SettingsContent["payments"];
  answer: SettingsFormResult | null;
  done: SettingsContent["done"];
};

function Settings({ part, latest, payments, answer, done }: Props) {
  const draft = useSettingsDraft(latest, answer);
  const notice =
    draft.notice ?? (done && !answer ? settingsDoneMessage(done, latest.stripe.mode) : null);
  useFocusOnMistake(draft.refusals, part);
  return (
    <section aria-labelledby="site-settings" className="pt-6">
      <form
        // Before the script runs the page's own action takes it, one inner tab at a time.
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.busy === null) void draft.save();
        }}
      >
        <Head part={part} draft={draft} />
        <LinkTabs
          label="Site settings"
          className="mt-2 mb-6"
          tabs={SETTINGS_PARTS.map(({ value, label }) => ({
            label,
            search: settingsQuery(value),
            current: value === part,
          }))}
        />
        {notice && (
          <Notice kind={notice.kind ?? "info"} title={notice.title} className="mb-6 max-w-prose">
            {notice.description}
          </Notice>
        )}
        {draft.isStale && !notice && (
          <Notice kind="warning" live title="Not saved" className="mb-6 max-w-prose">
            {CONFLICT}
          </Notice>
        )}
        <div key={draft.round} className={part === "shipping" ? undefined : "max-w-prose"}>
          <Versions part={part} loaded={draft.loaded} />
          <Part part={part} draft={draft} payments={payments} answer={answer} />
        </div>
      </form>
      <LeaveGuard isDirty={draft.isDirty} />
    </section>
  );
}

/** What the form was opened with, so that nobody overwrites what they have not seen. */
function Versions({ part, loaded }: { part: SettingsPart; loaded: AdminSettings }) {
  if (part === "integrations") {
    return <input type="hidden" name="version.integrations" value={loaded.stripe.version} />;
  }
  const names = SETTINGS_PARTS.find(({ value }) => value === part)?.sections ?? [];
  return names.map((name) => (
    <input key={name} type="hidden" name={`version.${name}`} value={loaded.versions[name]} />
  ));
}

function Head({ part, draft }: { part: SettingsPart; draft: SettingsDraft }) {
  const runs = useHydrated();
  const look = { size: "sm", variant: "secondary" } as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id="site-settings" className="display text-xl">
        Site Settings
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        {runs ? (
          <Button {...look} onClick={() => void draft.reset()}>
            Reset Changes
          </Button>
        ) : (
          <ButtonLink {...look} to={`${settingsQuery(part)}&done=reset`} reloadDocument>
            Reset Changes
          </ButtonLink>
        )}
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

type PartProps = Pick<Props, "part" | "payments" | "answer"> & { draft: SettingsDraft };

function Part({ part, draft, payments, answer }: PartProps) {
  switch (part) {
    case "general":
      return <GeneralFields draft={draft} />;
    case "footer":
      return <FooterLinks draft={draft} />;
    case "integrations":
      return (
        <StripeIntegration draft={draft} payments={payments} verdict={answer?.verdict ?? null} />
      );
    case "seo":
      return <SeoFields draft={draft} pictures={answer?.pictures ?? null} />;
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
