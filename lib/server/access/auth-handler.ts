// next-auth behind our own counter: only its csrf token and its credentials callback can be reached, each with
// checked input, and whatever it answers is turned into our own envelope. Its session and sign-out routes stay
// closed because they would believe the cookie alone.
import "server-only";
import { NextRequest } from "next/server";
import type { AuthOptions } from "next-auth";
import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { env } from "../env.ts";
import { logFault } from "../log.ts";
import { peerOf } from "../peer.ts";
import { Problem } from "../problem.ts";
import { readText } from "../routes/body.ts";
import { baseHeaders } from "../routes/headers.ts";
import { checkOrigin } from "../routes/origin.ts";
import { problemResponse } from "../routes/problem.ts";
import { signIn } from "./credentials.ts";
import { endSession, operatorOf } from "./front-door.ts";
import { absoluteSeconds, cookieNames } from "./session-cookie.ts";

const signInForm = z.strictObject({
  username: z.string().min(1).max(256),
  password: z.string().min(1).max(1024),
  csrfToken: z.string().min(1).max(256),
});
const signedUser = z.object({ id: z.string(), name: z.string(), sid: z.string() });

/** Options of one request: `outcome` carries the reason of a refusal past next-auth, which would flatten it to text. */
function options(request: Request, requestId: string, outcome: { problem?: unknown }): AuthOptions {
  const names = cookieNames();
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: names.secure } as const;
  return {
    secret: env().sessionSecret,
    session: { strategy: "jwt", maxAge: absoluteSeconds },
    useSecureCookies: names.secure,
    cookies: {
      sessionToken: { name: names.session, options: cookie },
      csrfToken: { name: names.csrf, options: cookie },
      callbackUrl: { name: names.callback, options: cookie },
    },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { username: {}, password: {} },
        authorize: async (given) => {
          try {
            const { username = "", password = "" } = given ?? {};
            const made = await signIn({
              username,
              password,
              ip: peerOf(request.headers),
              userAgent: request.headers.get("user-agent") ?? "",
              requestId,
            });
            return { id: made.userId, name: made.username, sid: made.sid };
          } catch (error) {
            outcome.problem = error;
            return null;
          }
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        const fresh = signedUser.safeParse(user);
        return fresh.success ? { sub: fresh.data.id, sid: fresh.data.sid } : token;
      },
      redirect: () => env().publicUrl,
    },
    logger: {
      error: (code) => logFault("next-auth", code),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

type AuthRequest = { action: "csrf" | "callback"; method: "GET" | "POST"; body?: URLSearchParams };

async function ask(request: Request, requestId: string, asked: AuthRequest): Promise<Response> {
  const outcome: { problem?: unknown } = {};
  const path = asked.action === "csrf" ? ["csrf"] : ["callback", "credentials"];
  const inner = new NextRequest(`${env().publicUrl}/api/auth/${path.join("/")}`, {
    method: asked.method,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ...(asked.body === undefined ? {} : { body: asked.body.toString() }),
  });
  const context = { params: Promise.resolve({ nextauth: path }) };
  const answer: Response = await NextAuth(inner, context, options(request, requestId, outcome));
  if (outcome.problem !== undefined) throw outcome.problem;
  if (answer.status >= 500) throw new Problem(400, "bad_request", "The sign-in request is not valid.");
  return answer;
}

/** Answers with our headers and a fresh body, keeping only the cookies next-auth set. */
function answerWith(requestId: string, body: unknown, cookies: readonly string[]): Response {
  const headers = new Headers(baseHeaders(requestId));
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(JSON.stringify(body), { headers });
}

const csrfAnswer = z.object({ csrfToken: z.string() });

/** GET /api/auth/csrf: the token a sign-in form must send back, and its cookie. */
export async function csrfToken(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    const answer = await ask(request, requestId, { action: "csrf", method: "GET" });
    return answerWith(requestId, csrfAnswer.parse(await answer.json()), answer.headers.getSetCookie());
  } catch (error) {
    return problemResponse(error, requestId);
  }
}

/** POST /api/auth/callback/credentials: signs in, or says why not. */
export async function signInWithCredentials(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    checkOrigin(request);
    const type = request.headers.get("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded(;|$)/.test(type)) {
      throw new Problem(
        415,
        "unsupported_media_type",
        "Send the sign-in form as application/x-www-form-urlencoded.",
      );
    }
    const form = signInForm.safeParse(Object.fromEntries(new URLSearchParams(await readText(request, 8192))));
    if (!form.success) throw new Problem(400, "bad_request", "Give a user name and a password.");
    const before = await operatorOf(request.headers.get("cookie"));
    const body = new URLSearchParams({ ...form.data, json: "true" });
    const answer = await ask(request, requestId, { action: "callback", method: "POST", body });
    const cookies = answer.headers.getSetCookie();
    if (!cookies.some((cookie) => cookie.startsWith(`${cookieNames().session}=`))) {
      throw new Problem(403, "csrf_mismatch", "The sign-in form is too old. Try again.");
    }
    if (before !== undefined) await endSession(before.sid);
    return answerWith(requestId, {}, cookies);
  } catch (error) {
    return problemResponse(error, requestId);
  }
}
