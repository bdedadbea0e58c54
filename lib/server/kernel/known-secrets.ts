// Secrets of this process, such as the API's token, in every encoding in which they may be repeated.
import { hiddenValue as redacted } from "../../bff/hidden-value.ts";
import { perProcess } from "./per-process.ts";

interface KnownSecrets {
  /** Encodings with one form each, the longest first; and a pattern of them all. */
  forms: Set<string>;
  formed: RegExp | undefined;
  /** Encodings that may be chosen for each character: as it is, percent-encoded or escaped as in JSON. */
  spelled: RegExp | undefined;
  spellings: Set<string>;
  /** Whether one has characters that JSON escapes. */
  isEscaped: boolean;
}
const known = perProcess(
  "known-secrets",
  (): KnownSecrets => ({
    forms: new Set(),
    formed: undefined,
    spelled: undefined,
    spellings: new Set(),
    isEscaped: false,
  }),
);

/** Shorter ones would match ordinary words. */
const minChars = 8;

/** The characters of a base64 text that are the same whatever stands before and after the bytes in what was encoded. */
function base64Within(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const wholeChars = Math.floor(((before + bytes.length) * 8) / 6);
  return encoded.slice(Math.ceil((before * 8) / 6), wholeChars);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  const alone = [base64, base64.replace(/=+$/, "")];
  const within = [0, 1, 2].map((before) => base64Within(bytes, before));
  const hex = bytes.toString("hex");
  const inBase64 = [...alone, ...within];
  return [
    secret,
    encodeURIComponent(secret),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    ...inBase64.map(encodeURIComponent),
    hex,
    hex.toUpperCase(),
  ];
}

const literal = (char: string) => char.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
/** A pattern in which letters match in both cases. */
const anyCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** A pattern of one character in any spelling; `%25` is a percent sign that was encoded again. */
function spellingOf(char: string): string {
  const percent = [...Buffer.from(char)]
    .map((byte) => `%(?:25){0,4}${anyCase(byte.toString(16).padStart(2, "0"))}`)
    .join("");
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
  const escaped = units.map((unit) => `\\\\{1,8}u${anyCase(unit.toString(16).padStart(4, "0"))}`).join("");
  const plain = char === " " ? " |\\+" : literal(char);
  const backslashed = /["\\/]/.test(char) ? `|\\\\{1,8}${literal(char)}` : "";
  return `(?:${plain}|${percent}|${escaped}${backslashed})`;
}

/** Registers a secret that must never leave the process. Under 8 characters: ignored. */
export function registerSecret(secret: string): void {
  if (secret.length < minChars) return;
  const state = known();
  const forms = [...state.forms, ...formsOf(secret)].sort((one, other) => other.length - one.length);
  state.forms = new Set(forms);
  state.formed = new RegExp([...state.forms].map(literal).join("|"), "g");
  state.spellings.add([...secret].map(spellingOf).join(""));
  state.spelled = new RegExp([...state.spellings].join("|"), "g");
  state.isEscaped ||= JSON.stringify(secret) !== `"${secret}"`;
}

/** Whether JSON spells all registered secrets as they are. */
export const areSecretsPlain = (): boolean => !known().isEscaped;

/** Whether a text has characters that are encoded, so that a secret in it may be. Other backslashes than those of `\u` and
 *  `\/` matter only to secrets that JSON escapes. One search, as that for each takes longer in a text with many backslashes. */
export const isEncoded = (text: string): boolean => /[%+]|\\[u/]/.test(text);
const mayBeSpelled = (text: string) => isEncoded(text) || (known().isEscaped && text.includes("\\"));

/** Whether a text contains a registered secret. `maySpell`: whether one may be encoded in it. */
export function containsSecret(text: string, maySpell = mayBeSpelled(text)): boolean {
  const { formed, spelled } = known();
  if (formed === undefined || spelled === undefined) return false;
  return text.search(formed) !== -1 || (maySpell && text.search(spelled) !== -1);
}

/** The text with registered secrets replaced. */
export function withoutKnownSecrets(text: string): string {
  const { formed, spelled } = known();
  if (formed === undefined || spelled === undefined) return text;
  const clean = text.replace(formed, redacted);
  return mayBeSpelled(clean) ? clean.replace(spelled, redacted) : clean;
}

/** A text that was cut, without the beginning of a registered secret at its end. */
export function withoutCutSecret(text: string): string {
  for (const form of known().forms) {
    const longest = Math.min(form.length - 1, text.length);
    for (let length = longest; length >= minChars; length -= 1)
      if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}${redacted}`;
  }
  return text;
}

/**
 * Bytes of any kind with registered secrets overwritten by asterisks, so that their number stays the same. Of each part
 * up to a secret's length is withheld until the next one has come.
 */
export async function* withoutSecretBytes(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    const { forms, formed } = known();
    const joined = masked(Buffer.concat([held, part]), formed);
    const longest = Math.max(0, ...[...forms].map((form) => form.length));
    const end = Math.max(0, joined.length - Math.max(0, longest - 1));
    if (end > 0) yield joined.subarray(0, end);
    held = joined.subarray(end);
  }
  if (held.length > 0) yield held;
}

function masked(bytes: Buffer, formed: RegExp | undefined): Buffer {
  if (formed === undefined) return bytes;
  const text = bytes.toString("latin1");
  if (text.search(formed) === -1) return bytes;
  return Buffer.from(
    text.replace(formed, (form) => "*".repeat(form.length)),
    "latin1",
  );
}
