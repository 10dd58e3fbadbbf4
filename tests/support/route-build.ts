import type { ServerBuild } from "react-router";

/** The result of a request's routes before rendering. */
type Responded = { loaderData: unknown; actionData: unknown };

/** A build for React Router's request handler with these routes alone; a page becomes what `describe` selects of its data, as JSON. */
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

/** Routes at the addresses they are named by, each on its own. */
export function routesByPath(modules: Record<string, Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [path, { id: path, path: `/${path}`, module }]),
  );
}
