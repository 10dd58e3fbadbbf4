import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { formatLongDay } from "#core/business-days.ts";
import type { GarmentCard } from "#features/garments/garment/garment.ts";
import { isInWork } from "#features/garments/garment/garment.ts";
import { Input, Textarea } from "#ui/field.tsx";
import { HiddenField, OrderActionDisclosure } from "./order-action-disclosure.tsx";
import type { OrderAction } from "./order-actions.ts";

type Props = {
  garments: readonly GarmentCard[];
  /** Of the order, to notice a change by somebody else. */
  version: string;
  today: string;
  openAction: OrderAction | null;
  result: FormResult | undefined;
};

/** Promises another day for what is in work; nothing where nothing is. */
export function PromiseForm({ garments, openAction, result, today, version }: Props) {
  const emailText = useEmailText();
  const open = garments.filter(({ stage }) => isInWork(stage));
  if (open.length === 0) return null;
  const days = open.flatMap(({ due }) => (due?.kind === "leaves" ? due.day : []));
  const promised = days.toSorted().at(-1) ?? "";
  return (
    <OrderActionDisclosure
      id="promise"
      title="Change the promised day"
      submit="Promise this day and tell the customer"
      intent="promise"
      isOpen={openAction === "promise"}
      result={result}
      defaultValue={{ version, day: promised, reason: "" }}
    >
      {(fields) => (
        <>
          <HiddenField field={fields.version} />
          <FormField
            field={fields.day}
            label="Leaves the atelier by"
            hint={
              promised
                ? `Promised now: ${formatLongDay(promised)}. Its arrival follows from the way of shipping.`
                : "Its arrival follows from the way of shipping."
            }
          >
            <Input {...controlProps(fields.day)} type="date" min={today} className="sm:w-52" />
          </FormField>
          <FormField
            field={fields.reason}
            label="Reason"
            hint={`The customer reads it on the order's page. ${emailText("It is in an email to them, too.")}`}
          >
            <Textarea {...controlProps(fields.reason)} rows={2} />
          </FormField>
        </>
      )}
    </OrderActionDisclosure>
  );
}
