// The cookie by which a device is known that has signed in before (OWASP: "Slow Down Online Guessing Attacks with Device
// Cookies"). It proves nothing but that: each entry names an account and a random device id, and is signed. One browser
// may be used by a few operators.
import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { derivedKey } from "../kernel/derived-key.ts";
import { env } from "../kernel/env.ts";
import { cookieNames, cookieValue } from "./sign-in-cookie.ts";

const maxEntries = 4;
const validSeconds = 180 * 24 * 60 * 60;

const signatureOf = (content: string) => {
  const key = derivedKey(env().sessionSecret, "fleetdeck device cookies 1");
  return createHmac("sha256", key).update(content).digest();
};

interface Entry {
  userId: string;
  device: string;
  /** As in the cookie. */
  text: string;
}

/** An entry `<user id>.<device id>.<epoch seconds>.<signature>`; undefined when it is not ours or too old. */
function readEntry(text: string, nowMs: number): Entry | undefined {
  const [, content = "", userId = "", device = "", at = "", signature = ""] =
    /^(([\w-]{1,64})\.([\w-]{16})\.(\d{1,12}))\.([\w-]{43})$/.exec(text) ?? [];
  const ageSeconds = nowMs / 1000 - Number(at);
  if (content === "" || ageSeconds >= validSeconds) return undefined;
  const given = Buffer.from(signature, "base64url");
  return timingSafeEqual(given, signatureOf(content)) ? { userId, device, text } : undefined;
}

function readEntries(cookieHeader: string | null, nowMs: number): Entry[] {
  const value = cookieValue(cookieHeader, cookieNames().device) ?? "";
  if (value === "" || value.length > 1024) return [];
  return value
    .split("~", maxEntries)
    .map((text) => readEntry(text, nowMs))
    .filter((entry) => entry !== undefined);
}

/** The id of the device in a Cookie header, if it has signed in to this account before. */
export const knownDevice = (cookieHeader: string | null, userId: string, nowMs: number): string | undefined =>
  readEntries(cookieHeader, nowMs).find((entry) => entry.userId === userId)?.device;

/** The Set-Cookie header that makes a device known for the account it has just signed in to. */
export function deviceCookie(cookieHeader: string | null, userId: string, nowMs: number): string {
  const content = `${userId}.${randomBytes(12).toString("base64url")}.${Math.floor(nowMs / 1000)}`;
  const entries = [
    `${content}.${signatureOf(content).toString("base64url")}`,
    ...readEntries(cookieHeader, nowMs)
      .filter((entry) => entry.userId !== userId)
      .map(({ text }) => text),
  ].slice(0, maxEntries);
  const { device: name, secure } = cookieNames();
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${validSeconds}${secure ? "; Secure" : ""}`;
  return `${name}=${entries.join("~")}; ${attributes}`;
}
