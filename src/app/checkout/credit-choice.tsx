import { formatMoney, money } from "#core/money-amount.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import type { useCheckout } from "./use-checkout.ts";

type Props = { credit: ReturnType<typeof useCheckout>["credit"] };

/** Whether store credit pays for all or a part of this order; not shown without credit. */
export function CreditChoice({ credit }: Props) {
  const { balanceMinor, partMinor, setUsesCredit, shownMinor } = credit;
  if (partMinor === 0) return null;
  return (
    <Checkbox
      className="border border-line px-4"
      label={`Use ${formatMoney(money(partMinor))} of my store credit`}
      hint={`You have ${formatMoney(money(balanceMinor))}. What is left afterwards stays yours.`}
      name="useCredit"
      checked={shownMinor !== null}
      onChange={(event) => setUsesCredit(event.currentTarget.checked)}
    />
  );
}
