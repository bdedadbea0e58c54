/** Resolves pasted text to pages. Signed tokens and query strings are removed first, so that a token reaches neither
 *  links nor history nor screen. */
export type PastedKind = "invocation" | "browser" | "pool" | "proxy" | "profile";

export interface PastedTarget {
  readonly kind: PastedKind;
  readonly id: string;
  /** Further location within a session: log, panes, line or tab. Only parameters known to be harmless. */
  readonly query?: Readonly<Record<string, string>>;
}

const maxTextLength = 20_000;
const maxTargets = 8;
const token = /\beyJ[\w-]*(?:\.[\w-]*){0,4}/g;
const queryOrFragment = /[?#][^\s"'<>)\]}]*/g;
/** Our parameters and those of the log stream that select a view. */
const safeParameters = [
  "panes",
  "lock",
  "source",
  "supervisor_process",
  "path",
  "at",
  "line",
  "tab",
] as const;
const maxQueryLength = 5_000;
const secretLike = /jwt|token|eyJ/i;
const jwtPair = /\bjwt["']?\s*[=:]\s*["']?[^\s"'&,}]+/gi;

const segments = {
  invocations: "invocation",
  browsers: "browser",
  browser_pools: "pool",
  pools: "pool",
  proxies: "proxy",
  profiles: "profile",
} as const satisfies Record<string, PastedKind>;

const fields = {
  invocation_id: "invocation",
  session_id: "browser",
  browser_id: "browser",
  browser_pool_id: "pool",
  pool_id: "pool",
  proxy_id: "proxy",
  profile_id: "profile",
} as const satisfies Record<string, PastedKind>;

const inPath = /\/(invocations|browsers|browser_pools|pools|proxies|profiles)\/([A-Za-z0-9._~-]{1,128})/g;
/** API paths below a session, and the tab for each. */
const sessionTabs = [
  ["/process", "processes"],
  ["/replays", "replays"],
  ["/fs", "files"],
  ["/extensions", "extensions"],
] as const;
const inField =
  /["']?\b(invocation_id|session_id|browser_id|browser_pool_id|pool_id|proxy_id|profile_id)["']?\s*[=:]\s*["']?([A-Za-z0-9._~-]{1,128})/g;
const bareId = /\b(?:[a-z][a-z0-9]{23}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;
const wholeId = /^[A-Za-z0-9][A-Za-z0-9._~-]{7,127}$/;

/** Reduces a query string to harmless parameters; "" when none remain. */
function plainQuery(text: string): string {
  if (!text.startsWith("?")) return "";
  const given = new URLSearchParams(text.slice(1).replace(/#.*$/s, ""));
  const safe = new URLSearchParams();
  for (const name of safeParameters) {
    const value = given.get(name);
    if (value !== null && !secretLike.test(value)) safe.set(name, value);
  }
  const query = safe.toString();
  return query === "" || query.length > maxQueryLength ? "" : `?${query}`;
}

/** Removes fragments, signed tokens, and query parameters that do not select a view. */
export function dropSecrets(text: string): string {
  return text
    .slice(0, maxTextLength)
    .replace(queryOrFragment, plainQuery)
    .replace(jwtPair, "")
    .replace(token, "")
    .trim();
}

/** Candidates for a pasted id, URL or error body, most certain first, at most eight. A bare id has no kind and is offered
 *  as every kind, invocations first. Plain words give none. */
export function resolvePasted(text: string): readonly PastedTarget[] {
  const clean = dropSecrets(text);
  if (clean === "") return [];
  const targets: PastedTarget[] = [];
  const add = (kind: PastedKind, id: string, query?: Readonly<Record<string, string>>) => {
    if (id !== "." && id !== ".." && !targets.some((known) => known.kind === kind && known.id === id)) {
      targets.push(query === undefined ? { kind, id } : { kind, id, query });
    }
  };
  for (const match of clean.matchAll(inPath)) {
    const [whole, segment = "", id = ""] = match;
    if (!isKey(segments, segment)) continue;
    const kind = segments[segment];
    add(kind, id, kind === "browser" ? sessionLocation(clean.slice(match.index + whole.length)) : undefined);
  }
  for (const [, field = "", id = ""] of clean.matchAll(inField)) {
    if (isKey(fields, field)) add(fields[field], id);
  }
  if (targets.length > 0) return targets.slice(0, maxTargets);
  const ids = [...clean.matchAll(bareId)].map(([id]) => id);
  if (ids.length === 0 && wholeId.test(clean) && /\d/.test(clean)) ids.push(clean);
  for (const id of ids) {
    for (const kind of ["invocation", "browser", "pool", "proxy", "profile"] as const) add(kind, id);
  }
  return targets.slice(0, maxTargets);
}

/** The location within a session, from the rest of a URL. */
function sessionLocation(rest: string): Readonly<Record<string, string>> | undefined {
  const [, below = "", text = ""] = /^([^\s"'<>?#]*)(\?[^\s"'<>)\]}]*)?/.exec(rest) ?? [];
  const tab = sessionTabs.find(([path]) => below.startsWith(path));
  const given = new URLSearchParams(text.slice(1));
  const names = given.has("panes")
    ? ["panes", "lock", "at", "line", "tab", "replay", "processes"]
    : given.has("path") || given.has("supervisor_process")
      ? ["source", "supervisor_process", "path", "at", "line", "tab", "replay", "processes"]
      : ["tab", "replay", "processes"];
  const query: Record<string, string> = {};
  if (tab !== undefined) query.tab = tab[1];
  const replay = /^\/replays\/([A-Za-z0-9._~-]{1,128})/.exec(below)?.[1];
  if (replay !== undefined) query.replay = replay;
  const process = /^\/process\/([A-Za-z0-9-]{8,128})/.exec(below)?.[1];
  if (process !== undefined) query.processes = process;
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) query[name] = value;
  }
  return Object.keys(query).length === 0 ? undefined : query;
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
