import type { ReactNode } from "react";
import { MainContent, Wordmark } from "#app/shell/main-content.tsx";

type Props = { siteName: string; title: string; eyebrow?: string; children: ReactNode };

/** Frames the sign-in of admins; invitations use it too. */
export function AdminSignInPage({ siteName, title, eyebrow = "For the house", children }: Props) {
  return (
    <MainContent className="flex min-h-svh flex-col bg-white px-6 pt-6 pb-12">
      <Wordmark siteName={siteName} className="self-start" />
      <div className="m-auto w-full max-w-104 py-12">
        <p className="eyebrow">{eyebrow}</p>
        <h1 className="display mt-2 mb-8 text-3xl">{title}</h1>
        {children}
      </div>
    </MainContent>
  );
}
