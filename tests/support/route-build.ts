import type { ServerBuild } from "react-router";

type Responded = { loaderData: unknown; actionData: unknown };

/** Routes as a build for React Router's handler; a page is what `describe` selects of its data, as JSON. */
export function routeBuild(
  routes: Record<string, unknown>,
  describe: (responded: Responded) => unknown = ({ loaderData }) => loaderData,
): ServerBuild {
  const render = (_request: Request, status: number, headers: Headers, entry: unknown) => {
    const { staticHandlerContext } = entry as { staticHandlerContext: Responded };
    return new Response(JSON.stringify(describe(staticHandlerContext)), { status, headers });
  };
  return {
    entry: { module: { default: render } },
    routes,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: "/",
    assetsBuildDirectory: "",
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
}

export function routesByPath(modules: Record<string, Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [path, { id: path, path: `/${path}`, module }]),
  );
}
