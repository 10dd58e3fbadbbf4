import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";

type Props = {
  /** The customer may already have transferred the total. */
  isTransfer: boolean;
  /** "$64.50", which the shop received of it already; null for nothing. */
  received?: string | null;
  /** Identifies the order to the page's action. */
  fields?: Readonly<Record<string, string>>;
};

/** The page's action handles the intent "cancel-order". */
export function CancelOrder({ isTransfer, received = null, fields = {} }: Props) {
  const { formData, state } = useNavigation();
  const busy = state !== "idle" && formData?.get("intent") === "cancel-order";
  const form = (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name="intent" value="cancel-order" variant="secondary" busy={busy}>
        Cancel this order
      </Button>
    </Form>
  );
  if (!isTransfer) return form;
  return (
    <details className="text-left text-sm">
      <summary className="link list-none py-2.5">Cancel this order</summary>
      <p className="mt-2 mb-3 text-ink-soft">
        {received === null
          ? "If you have transferred the money already, please write to us instead."
          : `We send the ${received} that you transferred back to you. If you have transferred more meanwhile, please write to us instead.`}
      </p>
      {form}
    </details>
  );
}
