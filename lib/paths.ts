/** URLs of the dashboard's pages. Ids are encoded; unset query values are omitted. */
import type { InventoryKind } from "./bff/inventory.ts";
import type { LogSource, LogTopic } from "./bff/live.ts";
import type { TelemetryView } from "./bff/telemetry-view.ts";
import type { LineName } from "./live/line-hash.ts";

type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type PageQuery = Readonly<Record<string, QueryValue>>;

/** Appends a query: lists repeat their key; null, undefined, "" and [] are omitted; keys stay in order. */
export function withQuery(path: string, query: PageQuery = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    if (typeof value === "object") for (const item of value) search.append(key, item);
    else search.append(key, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

const one = (noun: string) => (id: string, query?: PageQuery) =>
  withQuery(`/${noun}/${encodeURIComponent(id)}`, query);
const many = (path: string) => (query?: PageQuery) => withQuery(path, query);

/** Filters of the list of invocations that take several names, separated by commas. */
const nameFilters: readonly string[] = ["app_name", "action_name", "version"];

const escapedName = (name: string) => name.replace(/[\\,]/g, "\\$&");

/** The list of invocations. A name in its filters is one name, as are those of a list: their commas are escaped. */
function invocationsPath(query: PageQuery = {}): string {
  const escaped = Object.entries(query).map(([key, value]) => {
    if (!nameFilters.includes(key)) return [key, value];
    if (typeof value === "string") return [key, escapedName(value)];
    return [key, typeof value === "object" ? value?.map(escapedName).join(",") : value];
  });
  return withQuery("/invocations", Object.fromEntries(escaped));
}

export const paths = {
  overview: many("/"),
  invocations: invocationsPath,
  invocation: one("invocations"),
  invoke: many("/invocations/new"),
  insight: many("/invocations/insight"),
  browsers: many("/browsers"),
  browser: one("browsers"),
  pools: many("/pools"),
  pool: one("pools"),
  proxies: many("/proxies"),
  profiles: many("/profiles"),
  alerts: many("/alerts"),
  timeline: many("/timeline"),
  search: many("/search"),
  audit: many("/audit"),
  settings: many("/settings"),
  signIn: many("/sign-in"),
} as const;

/** Splits `app/action` or `app@version`: before the name where it ends with that, else at the last sign. */
const ofApp = (id: string, sign: "/" | "@", name: string | null) => {
  const isOf = name !== null && id.endsWith(sign + name);
  const at = isOf ? id.length - name.length - 1 : id.lastIndexOf(sign);
  return [id.slice(0, at), id.slice(at + 1)] as const;
};

/**
 * The page of a recorded resource: of an application, action or version the invocations of it. `name`: its name or label, null
 * when unknown; it tells an action or version from an application with a slash or @.
 */
export function resourcePath(kind: InventoryKind, id: string, name: string | null = null): string {
  switch (kind) {
    case "invocation":
      return paths.invocation(id);
    case "session":
      return paths.browser(id);
    case "pool":
      return paths.pool(id);
    case "proxy":
      return paths.proxies({ open: id });
    case "profile":
      return paths.profiles({ find: id });
    case "extension":
      // Extensions are shown on the page of the pools that load them.
      return paths.pools({ query: id });
    case "app":
      return paths.invocations({ app_name: id });
    case "action": {
      const [app_name, action_name] = ofApp(id, "/", name);
      return paths.invocations({ app_name, action_name });
    }
    case "version": {
      const [app_name, version] = ofApp(id, "@", name);
      return paths.invocations({ app_name, version });
    }
  }
}

/** A log in a query, with the API's own parameters; of telemetry, the view that shows it. */
export function logQuery(log: LogSource, view?: TelemetryView): PageQuery {
  const { source } = log;
  if (source === "path") return { source, path: log.path };
  return source === "supervisor" ? { source, supervisor_process: log.process } : { source, view };
}

/**
 * The page that shows a log, at one of its lines: for a browser's with the API's own parameters of a log, for an event of
 * telemetry in `view`.
 */
export function logLinePath(log: LogTopic, { at, hash }: LineName, view?: TelemetryView): string {
  if ("invocationId" in log) return paths.invocation(log.invocationId, { at, line: hash });
  return paths.browser(log.sessionId, { ...logQuery(log.log, view), at, line: hash });
}
