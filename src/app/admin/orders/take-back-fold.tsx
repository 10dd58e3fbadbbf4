import type { Parcel } from "#features/fulfillment/parcel-queries.server.ts";
import type { OrderDesk } from "#features/orders/order-desk-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import type { DeskRefusal } from "./desk-answer.ts";
import { refusalOf } from "./desk-answer.ts";
import { DeskFold } from "./desk-fold.tsx";

type Props = {
  parcel: Parcel;
  /** What the parcel is called on the page. */
  about: string;
  desk: OrderDesk;
  refusal: DeskRefusal | undefined;
};

/** Takes the last step of a parcel back, for as long as nothing rests on it, and says first what the customer has read. */
export function TakeBackFold({ parcel, about, desk, refusal }: Props) {
  const { deliveredAt, id } = parcel;
  const takeBack = desk.takeBacks[id];
  const refused = refusalOf(refusal, "undeliver", id) ?? refusalOf(refusal, "unship", id);
  if (!takeBack || takeBack.obstacle) {
    return refused && <Notice kind="error">{refused.message}</Notice>;
  }
  const mail = takeBack.isMailOut
    ? "The mail about it is out already and cannot be called back."
    : "No mail about it has gone out.";
  return deliveredAt ? (
    <DeskFold
      id={`undeliver-${id}`}
      title="It has not arrived"
      submit="Take the delivery back"
      intent="undeliver"
      target={id}
      about={about}
      refusal={refused}
    >
      <p className="max-w-prose text-ink-soft">
        The parcel is on its way again, here and on the customer’s page. {mail}
      </p>
    </DeskFold>
  ) : (
    <DeskFold
      id={`unship-${id}`}
      title="Recorded by mistake"
      submit="Take the parcel back"
      intent="unship"
      target={id}
      about={about}
      refusal={refused}
    >
      <p className="max-w-prose text-ink-soft">
        Its pieces wait to be sent again, here and on the customer’s page. {mail}
      </p>
    </DeskFold>
  );
}
