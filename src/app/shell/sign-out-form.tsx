import type { ReactNode } from "react";
import { Form } from "react-router";

type Props = {
  children: ReactNode;
  /** Where it leads: from the frame to the sign-in page, from the account home (decision A8). */
  next?: "/auth" | "/";
  className?: string;
};

/** Posts to the sign-out route around the button given; works before the page's script has arrived. */
export function SignOutForm({ children, next = "/auth", className }: Props) {
  return (
    <Form method="post" action="/sign-out" className={className}>
      <input type="hidden" name="next" value={next} />
      {children}
    </Form>
  );
}
