// Before every module that may load zod.
import "#app/web/no-eval.browser.ts";

import type { ReactNode } from "react";
import { useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import "#ui/theme.css";
import displayFontUrl from "@fontsource-variable/cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2?url";
import textFontUrl from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { ErrorScreen } from "#app/shell/error-screen.tsx";
import { useFocusOfRemoved } from "#app/shell/keep-focus.browser.ts";
import { SkipLink } from "#app/shell/main-content.tsx";
import { NavigationProgress } from "#app/shell/navigation-progress.tsx";
import { useOfflineGuard } from "#app/shell/offline-guard.ts";
import { PageFocus } from "#app/shell/page-focus.tsx";
import { LATE_PART, notifyScriptRuns } from "#app/web/script-runs.ts";
import { StatusMessageRegion } from "#ui/status-message.tsx";
import { ToastOutlet } from "#ui/toasts.tsx";
import type { Route } from "./+types/root.ts";

export const links: Route.LinksFunction = () => [
  ...[displayFontUrl, textFontUrl].map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    href,
  })),
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!document.querySelector(`[${LATE_PART}]`)) notifyScriptRuns();
  }, []);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#F8F5EF" />
        <Meta />
        <Links />
        {pathname === "/cart" && (
          <noscript>
            {import.meta.env.SSR && <meta httpEquiv="refresh" content="0; url=/cart/simple" />}
          </noscript>
        )}
      </head>
      <body>
        <SkipLink />
        {children}
        <StatusMessageRegion />
        <ToastOutlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useFlash();
  useOfflineGuard();
  useFocusOfRemoved();
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <PageFocus />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}

/**
 * Shows the previous page's message from a cookie once. The browser reads it, because the page may be shared;
 * texts load when needed.
 */
function useFlash(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only navigations leave messages
  useEffect(() => {
    if (!document.cookie.includes("da_flash=")) return;
    void import("#app/web/flash-messages.ts").then(({ showFlash }) => showFlash());
  }, [key]);
}
