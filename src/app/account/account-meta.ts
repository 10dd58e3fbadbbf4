import type { MetaDescriptor } from "react-router";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Title and noindex of a page of the account. */
export function accountMeta(title: string, matches: Matches): MetaDescriptor[] {
  const frame = matches.find((match) => match?.id === "shell/storefront-layout")?.loaderData;
  const shell = (frame as { shell?: { general: { siteName: string } } } | undefined)?.shell;
  return [
    { title: shell ? `${title} | ${shell.general.siteName}` : title },
    { name: "robots", content: "noindex" },
  ];
}
