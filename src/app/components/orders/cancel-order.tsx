import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";

type Props = {
  /** Its customer may have transferred the total already. */
  isTransfer: boolean;
  /** What the page's action needs to find the order. */
  fields?: Readonly<Record<string, string>>;
};

/** Cancels an order that is not paid; the page's action handles the intent "cancel-order". */
export function CancelOrder({ isTransfer, fields = {} }: Props) {
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
        If you have transferred the money already, please write to us instead.
      </p>
      {form}
    </details>
  );
}
