import { CARD_LOGOS } from "#features/settings/settings-schema.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

/** The line above every page, and the words and logos under the cart (decisions S12 and S16). */
export function NoticeFields({ draft }: { draft: SettingsDraft }) {
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
