import { LockKeyhole } from "lucide-react";
import { Link, Outlet } from "react-router";
import { useDeviceSync, useSimpleCartMerge } from "#app/components/cart/use-device-sync.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import type { Route } from "./+types/checkout-layout.ts";
import { MainContent, Wordmark } from "./main-content.tsx";
/** Finds the actor of the checkout's pages, and forbids caching them. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    context.set(actorContext, await findActor(context.get(depsContext), request));
    const response = await next();
    response.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
    return response;
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { general } = (await context.get(depsContext).siteFacts()).shell;
  return { siteName: general.siteName, contactEmail: general.contactEmail };
}

/** The site name does not change during checkout. */
export const shouldRevalidate = () => false;

const policies = [
  { text: "Shipping", url: "/shipping" },
  { text: "Returns", url: "/returns" },
  { text: "Privacy", url: "/privacy" },
  { text: "Terms", url: "/terms" },
];

/** Leaves out distractions: only wordmark, page and policies remain. */
export default function CheckoutFrame({ loaderData }: Route.ComponentProps) {
  useDeviceSync();
  useSimpleCartMerge();
  return (
    <div className="flex min-h-svh flex-col">
      <header className="border-b border-line">
        <div className="shell flex h-18 items-center justify-between gap-4">
          <Wordmark siteName={loaderData.siteName} />
          <p className="flex items-center gap-2 text-sm text-ink-quiet">
            <LockKeyhole size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">Secure checkout</span>
          </p>
        </div>
      </header>
      <MainContent className="shell grow py-10 md:py-16">
        <Outlet context={loaderData} />
      </MainContent>
      <footer className="border-t border-line">
        <nav
          aria-label="Policies"
          className="shell flex flex-wrap gap-x-8 gap-y-1 py-5 text-sm text-ink-quiet"
        >
          {policies.map(({ text, url }) => (
            <Link key={url} to={url} className="link py-1 pointer-coarse:py-2.5">
              {text}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  );
}
