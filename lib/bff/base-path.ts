/**
 * Path below which the dashboard is served, such as `/ops`, or "": the path of `PUBLIC_URL` when it was built. The
 * framework adds it to its own links and files; addresses that it does not make begin with it.
 */
export const basePath: string = process.env.NEXT_PUBLIC_BASE_PATH ?? "";

/** The address of an operation of the dashboard's API. `path`: below `/api`. */
export const apiAddress = (path: string): string => `${basePath}/api${path}`;

/** The address of a page. `path`: as the router has it, perhaps with a query. */
export const withBasePath = (path: string): string =>
  basePath === "" ? path : basePath + path.replace(/^\/(?=$|\?)/, "");

/** A path of `window.location` as the router has it, without the base path. */
export const withoutBasePath = (path: string): string =>
  path === basePath ? "/" : path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
