import type { ReactNode } from "react";
import { Form } from "react-router";

/** Posts to the sign-out route around the button given; works before the page's script has arrived. */
export function SignOutForm({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Form method="post" action="/sign-out" className={className}>
      {children}
    </Form>
  );
}
