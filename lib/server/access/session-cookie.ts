// The session cookie: a sealed note that names a row. Unsealing costs a little, so each cookie value is unsealed once.
import "server-only";
import { decode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "../env.ts";
import { perProcess } from "../per-process.ts";

export const absoluteSeconds = 8 * 60 * 60;

/** Cookie names; over https the browser itself then refuses a cookie planted by a neighbour. */
export function cookieNames() {
  const secure = env().publicUrl.startsWith("https:");
  const prefix = secure ? "__Host-fleetdeck" : "fleetdeck";
  return { secure, session: `${prefix}.session`, csrf: `${prefix}.csrf`, callback: `${prefix}.callback` };
}

const note = z.object({ sid: z.string().min(16).max(128), exp: z.number() });
type Note = z.infer<typeof note>;

const unsealed = () => perProcess("unsealed-cookies", () => new Map<string, Note>());
const maxKept = 5000;

/** One cookie's value out of a Cookie header. */
export function cookieValue(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const [key = "", value = ""] = pair.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}

/** The session id named by a Cookie header, or undefined when there is none that we sealed. */
export async function sidOf(cookieHeader: string | null): Promise<string | undefined> {
  const sealed = cookieValue(cookieHeader, cookieNames().session);
  if (sealed === undefined || sealed === "" || sealed.length > 4096) return undefined;
  const kept = unsealed().get(sealed);
  if (kept !== undefined) return kept.exp * 1000 > Date.now() ? kept.sid : undefined;
  let content: unknown;
  try {
    content = await decode({ token: sealed, secret: env().sessionSecret });
  } catch {
    return undefined;
  }
  const read = note.safeParse(content);
  if (!read.success || read.data.exp * 1000 <= Date.now()) return undefined;
  if (unsealed().size >= maxKept) unsealed().clear();
  unsealed().set(sealed, read.data);
  return read.data.sid;
}
