import { data } from "react-router";
import { z } from "zod";
import type { OrderPost } from "#app/components/admin/order-form.server.ts";
import {
  CHANGED_SINCE,
  NOT_PAID,
  orderForm,
  refused,
  target,
} from "#app/components/admin/order-form.server.ts";
import { giveCredit } from "#app/components/store-credit/credit-actions.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { requiredText } from "#core/text-schema.ts";
import {
  addOrderNote,
  MAX_ORDER_NOTE_LENGTH,
} from "#features/orders/order/add-order-note.server.ts";
import { idempotencyKeySchema } from "#features/orders/order/line-quantities-input.ts";
import { resendOrderMail } from "#features/orders/order/resend-order-mail.server.ts";
import { changeAddress } from "#features/sales/fulfillment/change-address.server.ts";
import {
  changePromise,
  MAX_PROMISE_REASON_LENGTH,
} from "#features/sales/fulfillment/change-promise.server.ts";
import type { OrderAction } from "./order-actions.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";
import { paymentForms } from "./payment-actions.server.ts";
import {
  decline,
  exchange,
  openReturnForm,
  receive,
  refundOfReturn,
} from "./return-actions.server.ts";
import { deliver, ship, track, undeliver, unship } from "./shipment-actions.server.ts";

const text = z.string().default("");

/** `changeAddress` validates by the country's rules. */
const address = orderForm(
  z.object({
    version: text,
    fullName: text,
    phone: text,
    line1: text,
    line2: text,
    city: text,
    region: text,
    postalCode: text,
    country: text,
  }),
  async ({ deps, actor, orderId, fields }) => {
    const { version, ...submitted } = fields;
    const changed = await changeAddress(deps, {
      actor,
      orderId,
      version,
      address: submitted,
    });
    if (changed.ok) return "done";
    switch (changed.error.code) {
      case "invalid": {
        const errors = Object.entries(changed.error.errors);
        return {
          fieldErrors: Object.fromEntries(errors.map(([field, error]) => [field, [error]])),
        };
      }
      case "shipped":
        return refused("A parcel has left already: the address cannot be changed any more.");
      case "conflict":
        return refused(CHANGED_SINCE);
      case "not_paid":
        return refused(NOT_PAID);
      default:
        return changed.error.code;
    }
  },
);

const PROMISE_MESSAGES = {
  no_such_day: "Please choose a day from today on, within a year.",
  closed_day: "The atelier is closed on this day. Please choose a working day.",
  same_day: "It is promised for this day already. Please choose another one.",
} as const;

const promise = orderForm(
  z.object({
    version: text,
    day: text,
    reason: requiredText("Reason", MAX_PROMISE_REASON_LENGTH),
  }),
  async ({ deps, actor, orderId, fields }) => {
    const changed = await changePromise(deps, { actor, orderId, ...fields });
    if (changed.ok) return "done";
    switch (changed.error) {
      case "no_such_day":
      case "closed_day":
      case "same_day":
        return { fieldErrors: { day: [PROMISE_MESSAGES[changed.error]] } };
      case "no_reason":
        return { fieldErrors: { reason: ["Reason is required"] } };
      case "nothing_open":
        return refused("Nothing that is made to measure is in work any more.");
      case "conflict":
        return refused(CHANGED_SINCE);
      case "not_paid":
        return refused(NOT_PAID);
      default:
        return changed.error;
    }
  },
);

const note = orderForm(
  z.object({ note: requiredText("Note", MAX_ORDER_NOTE_LENGTH) }),
  async ({ deps, actor, orderId, fields }) => {
    const added = await addOrderNote(deps, { actor, orderId, note: fields.note });
    if (added.ok) return "done";
    if (added.error === "forbidden" || added.error === "not_found") return added.error;
    return { fieldErrors: { note: ["Note is required"] } };
  },
);

const resend = orderForm(
  z.object({ target, key: idempotencyKeySchema }),
  async ({ deps, actor, orderId, fields }) => {
    const { key, target: mailId } = fields;
    const sent = await resendOrderMail(deps, { actor, orderId, mailId, key });
    return sent.ok ? "done" : sent.error;
  },
);

const ORDER_FORMS = {
  ship,
  unship,
  deliver,
  undeliver,
  track,
  address,
  promise,
  note,
  ...paymentForms,
  "give-credit": giveCredit,
  resend,
  "open-return": openReturnForm,
  receive,
  "refund-return": refundOfReturn,
  exchange,
  decline,
};

export type OrderFormFields = {
  [Intent in OrderAction]: z.input<(typeof ORDER_FORMS)[Intent]["schema"]>;
};

/** An unknown intent changes nothing. */
export function handleOrderAction(request: Omit<OrderPost<unknown>, "fields">, form: FormData) {
  const pressed = pressedButton(form);
  const intent = ORDER_ACTIONS.find((each) => each === pressed);
  if (!intent) throw data(null, { status: 400 });
  return ORDER_FORMS[intent].post(intent, request, form);
}
