import { Outlet } from "react-router";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import type { Route } from "./+types/document-layout.ts";
import { MainContent } from "./main-content.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

/** Loads nothing: without a loader React Router may skip the middleware. */
export function loader() {
  return null;
}

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The frame is for print: it lacks the shop's header and footer, and is guarded like the account. */
export default function DocumentFrame() {
  return (
    <MainContent className="mx-auto min-h-svh max-w-240 bg-white px-6 py-10 sm:px-14 sm:py-16 print:max-w-none print:p-0">
      <Outlet />
    </MainContent>
  );
}
