/** Resolves pasted text to pages. Signed tokens and query strings are removed first, so that a token reaches neither
 *  links nor history nor screen. */
import { idPattern, idsIn } from "./short-id.ts";

export type PastedKind = "invocation" | "browser" | "pool" | "proxy" | "profile";

export interface PastedTarget {
  readonly kind: PastedKind;
  readonly id: string;
  /** Further location within a session: log, panes, line or tab. Only parameters known to be harmless. */
  readonly query?: Readonly<Record<string, string>>;
  /** The text has the id without its kind: it may be of another kind. */
  readonly isGuess?: true;
}

const maxTextLength = 20_000;
const maxTargets = 8;
const token = /\beyJ[\w-]*(?:\.[\w-]*){0,4}/g;
const signedPayload = /\beyJ[\w-]*\.(eyJ[\w-]*)/g;
const words = /[^\s"'<>)\]}]+/g;
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

/** Reduces query and fragment of an address, and parameters that stand alone; elsewhere `?` and `#` are text. */
function withoutParameters(word: string): string {
  const path = word.indexOf("/");
  const starts = [
    word.search(/[?#][\w.-]+=/),
    ...(path < 0 ? [] : [word.indexOf("?", path), word.indexOf("#", path)]),
  ].filter((at) => at >= 0);
  const at = Math.min(word.length, ...starts);
  return word.slice(0, at) + plainQuery(word.slice(at));
}

/** Removes fragments, signed tokens, and query parameters that do not select a view. */
export function dropSecrets(text: string): string {
  return dropTokens(text.slice(0, maxTextLength).replace(words, withoutParameters)).trim();
}

/** Whether a parameter carries a token, by its name or its value. */
export const hasToken = (name: string, value: string): boolean =>
  /jwt|token/i.test(name) || dropTokens(value) !== value;

const dropTokens = (text: string) => text.replace(jwtPair, "").replace(token, "");

/** Ids of sessions in the signed tokens of addresses, which have them nowhere else; the tokens themselves are not kept. */
function sessionsInTokens(text: string): readonly string[] {
  return [...text.matchAll(signedPayload)].flatMap(([, payload = ""]) => {
    try {
      const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
      const found = ["session_id", "sub"].map((name) =>
        typeof claims === "object" && claims !== null ? Reflect.get(claims, name) : undefined,
      );
      return found.filter((id) => typeof id === "string" && idPattern.test(id)).slice(0, 1);
    } catch {
      return [];
    }
  });
}

/** A pasted text without secrets; the session that only a signed token names follows as its id. */
export function pastedText(text: string): string {
  const clean = dropSecrets(text);
  const ids = sessionsInTokens(text.slice(0, maxTextLength)).filter((id) => !clean.includes(id));
  return [clean, ...new Set(ids)].filter((part) => part !== "").join(" ");
}

/** Candidates for a pasted id, URL or error body, most certain first, at most eight. A bare id has no kind and is offered
 *  as every kind, invocations first. Plain words give none. */
export function resolvePasted(text: string): readonly PastedTarget[] {
  const clean = dropSecrets(text);
  if (clean === "") return [];
  const targets: PastedTarget[] = [];
  const add = (kind: PastedKind, id: string, more: Pick<PastedTarget, "query" | "isGuess"> = {}) => {
    if (id !== "." && id !== ".." && !targets.some((known) => known.kind === kind && known.id === id)) {
      targets.push({ kind, id, ...more });
    }
  };
  for (const match of clean.matchAll(inPath)) {
    const [whole, segment = "", id = ""] = match;
    if (!isKey(segments, segment)) continue;
    const kind = segments[segment];
    const query = kind === "browser" ? sessionLocation(clean.slice(match.index + whole.length)) : undefined;
    add(kind, id, query === undefined ? {} : { query });
  }
  for (const [, field = "", id = ""] of clean.matchAll(inField)) {
    if (isKey(fields, field)) add(fields[field], id);
  }
  if (targets.length > 0) return targets.slice(0, maxTargets);
  const ids = [...idsIn(clean)];
  if (ids.length === 0 && wholeId.test(clean) && /\d/.test(clean)) ids.push(clean);
  for (const id of ids) {
    for (const kind of ["invocation", "browser", "pool", "proxy", "profile"] as const)
      add(kind, id, { isGuess: true });
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
