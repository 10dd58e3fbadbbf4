import { Form } from "react-router";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";

type Props = { lowStock: number; problem: string | null };

/** How few is low: the owner's own number, which the page, its notice and the mail go by. */
export function LowStockForm({ lowStock, problem }: Props) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-4">
      <Field
        label="Low means so many pieces or fewer"
        hint="When a combination falls so low, the contact address gets one mail about it."
        error={problem}
        className="max-w-80"
      >
        <Input
          key={lowStock}
          name="lowStock"
          defaultValue={lowStock}
          inputMode="numeric"
          required
          className="figures"
        />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="low-stock"
        variant="secondary"
        className="sm:mt-[1.6875rem]"
      >
        Save
      </Button>
    </Form>
  );
}
