// The sign-in cookie: an encrypted token with the key of a stored sign-in. Decrypted values are cached.
import "server-only";
import { LRUCache } from "lru-cache";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "../kernel/env.ts";
import { perProcess } from "../kernel/per-process.ts";

export const absoluteSeconds = 8 * 60 * 60;

function namesBelow(publicUrl: string) {
  const { protocol, pathname } = new URL(publicUrl);
  const secure = protocol === "https:";
  const own = `fleetdeck${pathname.replace(/\/+$/, "").replaceAll("/", "_")}`;
  const prefix = secure ? `__Host-${own}` : own;
  const named = (name: string) => `${prefix}.${name}`;
  return {
    secure,
    session: named("session"),
    csrf: named("csrf"),
    callback: named("callback"),
    device: named("device"),
    state: named("state"),
    nonce: named("nonce"),
    pkce: named("pkce"),
  };
}

let names: { publicUrl: string; found: ReturnType<typeof namesBelow> } | undefined;

/** Cookie names; over https with the prefix `__Host-`, so that no neighbouring host can set these cookies. With that
 *  prefix they are sent to every path, so dashboards below several paths of one host have names of their own. */
export function cookieNames(): ReturnType<typeof namesBelow> {
  const { publicUrl } = env();
  if (names?.publicUrl !== publicUrl) names = { publicUrl, found: namesBelow(publicUrl) };
  return names.found;
}

const tokenContent = z.object({ key: z.string().min(16).max(128), exp: z.number() });
type TokenContent = z.infer<typeof tokenContent>;

const decrypted = perProcess("unsealed-cookies", () => new LRUCache<string, TokenContent>({ max: 5000 }));

/** The value of one cookie in a Cookie header. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const [key = "", value = ""] = pair.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Whether a Cookie header has a sign-in cookie, valid or not. */
export const hasSignInCookie = (cookieHeader: string | null): boolean =>
  cookieValue(cookieHeader, cookieNames().session) !== undefined;

/** The Set-Cookie line with a new key of a sign-in that ends at `endsAtMs`. */
export async function sealedCookie(userId: string, key: string, endsAtMs: number): Promise<string> {
  const maxAge = Math.max(1, Math.floor((endsAtMs - Date.now()) / 1000));
  const token = await encode({ token: { sub: userId, key }, secret: env().sessionSecret, maxAge });
  const { session, secure } = cookieNames();
  return `${session}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? "; Secure" : ""}`;
}

/** The sign-in's key in a Cookie header, or undefined without a valid token of ours. */
export async function signInKeyOf(cookieHeader: string | null): Promise<string | undefined> {
  const token = cookieValue(cookieHeader, cookieNames().session);
  if (token === undefined || token === "" || token.length > 4096) return undefined;
  const cached = decrypted().get(token);
  if (cached !== undefined) return cached.exp * 1000 > Date.now() ? cached.key : undefined;
  let content: unknown;
  try {
    content = await decode({ token, secret: env().sessionSecret });
  } catch {
    return undefined;
  }
  const read = tokenContent.safeParse(content);
  if (!read.success || read.data.exp * 1000 <= Date.now()) return undefined;
  decrypted().set(token, read.data);
  return read.data.key;
}
