import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Notice } from "#ui/notice.tsx";
import type { OrderAction, OrderActionRefusal } from "./order-actions.ts";

type Props = {
  /** Its place in the page, for links that open it. */
  id: string;
  /** What the form does, on the fold and on its button. */
  title: string;
  submit: string;
  intent: OrderAction;
  /** The parcel or return it is about; left out for the order itself. */
  target?: string;
  /** What that is called, so that no two forms of a page have one name. */
  about?: string;
  /** A link asked for it. */
  isAsked?: boolean;
  refusal: OrderActionRefusal | null;
  look?: "primary" | "secondary";
  danger?: boolean;
  children: ReactNode;
};

/** One thing that can be done with an order: a button that unfolds its form. The browser's own details, so it works before the page's script. */
export function OrderActionDisclosure(props: Props) {
  const { id, title, submit, intent, target = "", isAsked = false, refusal, children } = props;
  const { about, look = "secondary", danger = false } = props;
  const { formData, state } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!refusal) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [refusal]);
  const isMine = formData?.get("intent") === intent && (formData.get("target") ?? "") === target;
  return (
    <details id={id} open={isAsked || refusal !== null} className="group scroll-mt-6 open:w-full">
      <summary className={buttonClass(look, "sm", "list-none [&::-webkit-details-marker]:hidden")}>
        {title}
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <Form
        ref={form}
        method="post"
        noValidate
        aria-label={about ? `${title}: ${about}` : title}
        className="mt-4 space-y-5 border-l-2 border-line py-1 pl-5"
      >
        <input type="hidden" name="intent" value={intent} />
        {target && <input type="hidden" name="target" value={target} />}
        {refusal && (
          <div tabIndex={-1} role="alert" className="outline-none">
            <Notice kind="error">{refusal.message}</Notice>
          </div>
        )}
        {children}
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          busy={isMine && state === "submitting"}
        >
          {submit}
        </Button>
      </Form>
    </details>
  );
}
