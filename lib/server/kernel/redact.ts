// Removes secrets from texts and values before they are stored, logged or shown: registered ones, and whatever has the
// name or the shape of a credential. Everything that redacts is here and in the two files it imports.
import { hiddenValue as redacted } from "../../bff/hidden-value.ts";
import { isCredentialName } from "./credential-names.ts";
import { areSecretsPlain, containsSecret, isEncoded, withoutKnownSecrets } from "./known-secrets.ts";

/** Deepest nesting, of values and of JSON within texts. */
const maxDepth = 64;

const signedToken = /(?<!\w|[\w-]-)eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const scheme = /\b(bearer|basic)(?:\s+|%20|\+)[^\s"',;\\]+/gi;
const digest = /\b(digest)\s+\w+=[^\r\n]*/gi;
/** Headers whose whole line is a credential. */
const header =
  /\b((?:set-|x-)?cookie|(?:proxy-)?authorization)(\s*:\s*)(?!bearer\b|basic\b|digest\b|\[redacted\])(?=[^\s"'\\[{])[^\r\n"'\\]+/gi;
/** The credentials of a URL, up to the last @ before its path; and the same, percent-encoded. */
const userInUrl = /\b(\w[\w+.-]{0,31}:\/\/)[^\s/?#"'<>\\]+@/g;
const userInEncodedUrl = /(%3A%2F%2F)(?:(?!%2F|%3F|%23)[^\s&"'<>]){1,512}%40/gi;
/**
 * A name and its value: the end of the name, what separates them (with quotes, which may be escaped), and the value: a
 * quoted one up to its quote, or one up to a separator.
 */
const pair =
  /(authorization|cookies?|token|secret|passw(?:or)?d|passphrase|pwd|jwt|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|\bpass(?=["'\\]*=))((?:[_-](?:value|hash|id|key))?)(\\*["']?)(\s*(?:=>|[=:]|%3[da])\s*)(?!bearer\b|basic\b|digest\b|\[redacted\]|[[{])(?:(\\*)(["'])([^\r\n]*?)(?:(?<!\\)\5\6|$)|([^\s"'&,;}\])\\]+))/gim;
const credentialName =
  "(?:token|secret|passw(?:or)?d|passphrase|pwd|jwt|(?:api|access|private)[_-]?key)[\\w-]{0,8}";
/** A field of a form that is sent in parts, also as a text within JSON. */
const formPart = new RegExp(
  String.raw`(name=\\{0,3}"[^"\r\n]{0,64}${credentialName}\\{0,3}"(?:\r?\n|\\{1,3}r\\{1,3}n|\\{1,3}n){2})[^\r\n\\]+`,
  "gi",
);
/** The first value of a list. */
const listed = new RegExp(
  String.raw`(${credentialName}\\{0,3}["']\s{0,8}:\s{0,8}\[\s{0,8}\\{0,3}["'])(?!\[redacted\])[^"'\\\]]+`,
  "gi",
);
/** The signature of an address that is valid by itself. */
const signature = /([?&][\w-]{0,32}(?:signature|sig)=)[^\s"'&#\\]+/gi;
/**
 * None of the patterns can match without one of these, in lower case. Each is found by a character of it that few texts
 * have, which takes a quarter of the time: to(ken), coo(kie), ey(j), di(gest), authori(zation), sig(=), signature(=),
 * se(cret).
 */
const hint =
  /k(?:ey|en|ie)|(?<=ey)j|jwt|pwd|(?<=di)gest|(?<=authori)z|(?<=sig|signature)=|:\/\/|%3a%2f%2f|bearer|basic|(?<=se)cret|pass|credential/;
const isSuspicious = (text: string) => hint.test(text.toLowerCase());

const scalar = /^(true|false|null|undefined|none|nil)$/i;

function withoutPairs(text: string): string {
  return text.replace(
    pair,
    (
      whole,
      name: string,
      rest: string,
      nameQuote: string,
      separator: string,
      backslashes: string | undefined,
      quote: string | undefined,
      quoted: string | undefined,
      bare: string | undefined,
    ) => {
      const head = `${name}${rest}${nameQuote}${separator}`;
      if (quote !== undefined) {
        const mark = `${backslashes}${quote}`;
        return quoted === "" ? whole : `${head}${mark}${redacted}${mark}`;
      }
      if (bare === undefined || scalar.test(bare)) return whole;
      // JSON stays JSON where a number was.
      return nameQuote === "" ? `${head}${redacted}` : `${head}${nameQuote}${redacted}${nameQuote}`;
    },
  );
}

const withoutShapes = (text: string): string =>
  withoutPairs(
    text
      .replace(signedToken, redacted)
      .replace(scheme, `$1 ${redacted}`)
      .replace(digest, `$1 ${redacted}`)
      .replace(header, `$1$2${redacted}`)
      .replace(userInUrl, `$1${redacted}@`)
      .replace(userInEncodedUrl, `$1${redacted}%40`)
      .replace(formPart, `$1${redacted}`)
      .replace(listed, `$1${redacted}`)
      .replace(signature, `$1${redacted}`),
  );

/** Whether plain texts in a JSON text are spelled as the value has them. */
const hasRawParts = (json: string) => !json.includes("\\u") && !json.includes("\\/");
/** A text that JSON does not escape, if it has raw parts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that JSON escapes
const isPlain = (part: string) => !/["\\\u0000-\u001f]/.test(part);

/** JSON that is the whole of a text, if what its fields are named makes a difference to it. */
function withoutNamedFields(text: string, depth: number): string {
  if (!/^\s*[[{"]/.test(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  try {
    // Most of its texts were searched as parts of the whole.
    const isSearched = hasRawParts(text);
    const known = { isPlainClean: isSearched, isWithoutTokens: isSearched && areSecretsPlain() };
    const clean = redactValue(value, { fields: "mask", ...known }, depth + 1);
    return clean === value ? text : JSON.stringify(clean);
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
}

const withoutTokens = (text: string) => withoutApiTokens(withoutKnownSecrets(text));

function redactText(text: string, depth: number, isWithoutTokens = false): string {
  const known = isWithoutTokens ? text : withoutTokens(text);
  if (!isSuspicious(known)) return known;
  const clean = withoutShapes(known);
  return depth > maxDepth ? clean : withoutNamedFields(clean, depth);
}

const apiToken = /fd_[0-9a-f]{16}[\w-]{43}/g;

// Most texts do not have its beginning, which is found faster.
const hasApiToken = (text: string) => text.includes("fd_") && text.search(apiToken) !== -1;

/** The text with API tokens of this dashboard replaced. */
export const withoutApiTokens = (text: string): string => text.replace(apiToken, redacted);

/**
 * The text with registered secrets, anything shaped like a credential and, in a text that is JSON, the values of fields
 * named like one replaced. Takes time in proportion to the text, whatever it is: a pattern begins at few places or ends
 * after few characters.
 */
export const redact = (text: string): string => redactText(text, 0);

/** How a value is redacted. */
export interface ValueRedaction {
  /** What becomes of fields named like a credential: left out, or their value replaced. */
  fields: "remove" | "mask";
  /** The value of fields that are treated in another way; undefined: leave the field out. */
  special?: ReadonlyMap<string, (value: unknown) => unknown>;
  /** Other names of credentials. */
  isCredential?: (name: string) => boolean;
  /** Whether its texts have neither registered secrets nor API tokens. */
  isWithoutTokens?: boolean;
  /** Whether its texts without quotes, backslashes and control characters have nothing to redact. */
  isPlainClean?: boolean;
  /** Whether none of its texts has anything to redact. */
  isTextClean?: boolean;
}

/**
 * `redactValue` for the value of a JSON text, which is searched once for what is searched for in the same way in each of
 * its parts.
 */
export function redactJson(json: string, value: unknown, how: ValueRedaction): unknown {
  const maySpell = isEncoded(json);
  const isSearched = areSecretsPlain() && (!maySpell || hasRawParts(json));
  const isWithoutTokens = isSearched && !containsSecret(json, maySpell) && !hasApiToken(json);
  const isTextClean = isWithoutTokens && !isSuspicious(json);
  return redactValue(value, { ...how, isWithoutTokens, isTextClean });
}

const refusedNames = new Set(["__proto__", "constructor", "prototype"]);

/** Booleans, null and empty values hide nothing: `has_password: true`. */
const hidesSomething = (value: unknown) => typeof value !== "boolean" && value !== null && value !== "";

/**
 * A JSON value with every text redacted and without the values of fields named like a credential; the identical value when
 * nothing was removed. Names that reach prototypes are left out. Throws RangeError for a value nested deeper than 64
 * levels.
 */
export function redactValue(value: unknown, how: ValueRedaction, depth = 0): unknown {
  if (typeof value === "string") {
    if (how.isTextClean || (how.isPlainClean && isPlain(value))) return value;
    return redactText(value, depth, how.isWithoutTokens);
  }
  if (!isObject(value)) return value;
  if (depth > maxDepth) throw new RangeError("nested too deep");
  return Array.isArray(value) ? redactItems(value, how, depth) : redactFields(value, how, depth);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function redactItems(list: readonly unknown[], how: ValueRedaction, depth: number): unknown {
  let changed: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const clean = redactValue(list[at], how, depth + 1);
    if (clean === list[at]) continue;
    changed ??= [...list];
    changed[at] = clean;
  }
  return changed ?? list;
}

function redactFields(value: Readonly<Record<string, unknown>>, how: ValueRedaction, depth: number): unknown {
  const nameOf = (name: string) => (how.isWithoutTokens ? name : withoutTokens(name));
  let changed: Map<string, unknown> | undefined;
  for (const name in value) {
    const field: unknown = value[name];
    const clean = redactField(name, field, how, depth);
    if (clean === field && (how.isWithoutTokens || nameOf(name) === name)) continue;
    changed ??= new Map();
    changed.set(name, clean);
  }
  if (changed === undefined) return value;
  const all: [string, unknown][] = [];
  for (const [name, field] of Object.entries(value)) {
    const clean = changed.has(name) ? changed.get(name) : field;
    if (clean !== undefined) all.push([nameOf(name), clean]);
  }
  return Object.fromEntries(all);
}

/** undefined: the field is left out. */
function redactField(name: string, field: unknown, how: ValueRedaction, depth: number): unknown {
  if (refusedNames.has(name)) return undefined;
  const special = how.special?.get(name);
  if (special !== undefined) return special(field);
  const isCredential = isCredentialName(name) || how.isCredential?.(name) === true;
  if (!isCredential || !hidesSomething(field)) return redactValue(field, how, depth + 1);
  return how.fields === "remove" ? undefined : redacted;
}
