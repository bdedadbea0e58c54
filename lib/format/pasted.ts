/** What a pasted text points at. Signed tokens and query strings are dropped before anything is looked for, so a
 *  token can reach neither a link, nor the history, nor the screen. */
export type PastedKind = "invocation" | "browser" | "pool" | "proxy" | "profile";

export interface PastedTarget {
  readonly kind: PastedKind;
  readonly id: string;
}

const maxTextLength = 20_000;
const maxTargets = 8;
const token = /\beyJ[\w-]*(?:\.[\w-]*){0,4}/g;
const queryOrFragment = /[?#][^\s"'<>)\]}]*/g;
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
const inField =
  /["']?\b(invocation_id|session_id|browser_id|browser_pool_id|pool_id|proxy_id|profile_id)["']?\s*[=:]\s*["']?([A-Za-z0-9._~-]{1,128})/g;
const bareId = /\b(?:[a-z][a-z0-9]{23}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g;
const wholeId = /^[A-Za-z0-9][A-Za-z0-9._~-]{7,127}$/;

/** The text without query strings, fragments and signed tokens. */
export function dropSecrets(text: string): string {
  return text
    .slice(0, maxTextLength)
    .replace(queryOrFragment, "")
    .replace(jwtPair, "")
    .replace(token, "")
    .trim();
}

/** Every thing a pasted id, URL or error body may name, surest first, at most eight. An id alone says no kind: it is
 *  offered as every kind there is, runs first. A plain word gives nothing. */
export function resolvePasted(text: string): readonly PastedTarget[] {
  const clean = dropSecrets(text);
  if (clean === "") return [];
  const targets: PastedTarget[] = [];
  const add = (kind: PastedKind, id: string) => {
    if (id !== "." && id !== ".." && !targets.some((known) => known.kind === kind && known.id === id)) {
      targets.push({ kind, id });
    }
  };
  for (const [, segment = "", id = ""] of clean.matchAll(inPath)) {
    if (isKey(segments, segment)) add(segments[segment], id);
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

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
